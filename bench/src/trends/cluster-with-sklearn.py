"""Clusters saved vectors with scikit-learn, by its sparse path: the graph of neighbours within the radius, block by block
and no further than the time horizon, then DBSCAN on it. Compares the labels with those saved beside the vectors.

cluster-with-sklearn.py <directory> <eps> <min_samples> <decay>, little-endian files as videos-on-disk.ts writes them
"""

import json
import resource
import sys
import time
from pathlib import Path

import numpy as np
import scipy.sparse as sparse
import sklearn
from sklearn.cluster import DBSCAN

TOLERANCE = 1e-12
BLOCK = 2000

directory = Path(sys.argv[1])
eps, min_samples, decay = float(sys.argv[2]), int(sys.argv[3]), float(sys.argv[4])

offsets = np.fromfile(directory / "vector-offsets.i32", dtype="<i4")
terms = np.fromfile(directory / "vector-terms.i32", dtype="<i4")
weights = np.fromfile(directory / "vector-weights.f64", dtype="<f8")
days = np.fromfile(directory / "days.f64", dtype="<f8")
ours = np.fromfile(directory / "labels.i32", dtype="<i4")
rows = len(days)
vectors = sparse.csr_matrix((weights, terms, offsets), shape=(rows, int(terms.max(initial=0)) + 1))

began = time.perf_counter()
least = 1 - eps - TOLERANCE
horizon = -np.log(least) / decay if decay > 0 else np.inf
order = np.argsort(days, kind="stable")
sorted_days = days[order]
sorted_vectors = vectors[order]
sources, targets, distances = [], [], []
for start in range(0, rows, BLOCK):
    end = min(rows, start + BLOCK)
    low = np.searchsorted(sorted_days, sorted_days[start] - horizon - 1e-9)
    high = np.searchsorted(sorted_days, sorted_days[end - 1] + horizon + 1e-9, side="right")
    products = (sorted_vectors[start:end] @ sorted_vectors[low:high].T).tocoo()
    kept = products.data >= least
    source, target = products.row[kept] + start, products.col[kept] + low
    apart = np.abs(sorted_days[source] - sorted_days[target])
    distance = 1 - products.data[kept] * np.exp(-decay * apart)
    near = (distance <= eps + TOLERANCE) & (source != target)
    sources.append(order[source[near]])
    targets.append(order[target[near]])
    distances.append(np.maximum(distance[near], 0))
# Stored zeros count as neighbours, and every video is its own.
sources.append(np.arange(rows))
targets.append(np.arange(rows))
distances.append(np.zeros(rows))
graph = sparse.csr_matrix(
    (np.concatenate(distances), (np.concatenate(sources), np.concatenate(targets))), shape=(rows, rows)
)
found = DBSCAN(eps=eps + TOLERANCE, min_samples=min_samples, metric="precomputed").fit(graph)
total = time.perf_counter() - began

print(
    json.dumps(
        {
            "total": total * 1000,
            "memory": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
            "version": sklearn.__version__,
            "differentLabels": int((found.labels_ != ours).sum()),
        }
    )
)
