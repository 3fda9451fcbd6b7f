/**
 * Puts files into any S3-compatible store. A run is an object of its own, and `latest` is its copy. Both are there whole or not
 * at all: an object appears with the end of its upload.
 *
 * Files are sent in parts that are held in memory one at a time, each with a checksum that the store compares if it knows it.
 * Whole parts need no trailing checksums, which many stores do not understand.
 */
import { randomUUID } from 'node:crypto';
import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import {
  AbortMultipartUploadCommand,
  type CompletedPart,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import type { DestinationContent } from '@leadloom/shared/contract/destinations';
import { inLargerChunks } from '../../streams/larger-chunks.ts';
import type { ConnectorNetwork, DeliveryContext, FileConnector, OutgoingFile, TestedDestination } from '../connector.ts';
import { RefusedByDestination } from '../connector.ts';
import { joinPath, latestName } from '../file-names.ts';
import { guardedLookup } from '../guarded-lookup.ts';
import { judgeUrl } from '../judge-address.ts';
import { createOwnFailures } from '../own-failures.ts';
import { BoundedHandler } from './bounded-handler.ts';
import { explainFailure } from './s3-failure.ts';

/** Bytes of a part. A store takes 10,000 of them: 80 GB. */
const PART_BYTES = 8 * 1024 * 1024;
const CONNECT_MILLISECONDS = 10_000;
/** The longest silence of the store. */
const SILENCE_MILLISECONDS = 60_000;
/** Tries of one request. */
const TRIES = 3;
const CHECKSUM = 'CRC32';

const contentTypes = {
  csv: 'text/csv; charset=utf-8',
  jsonl: 'application/jsonl; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  parquet: 'application/vnd.apache.parquet',
} as const;

type S3Content = Extract<DestinationContent, { readonly kind: 's3' }>;

/** An object that is being sent. */
interface Sending {
  readonly key: string;
  readonly type: string;
  readonly context: DeliveryContext;
  /** Called with the upload's id before its first part, and with null once it is over. */
  readonly note: (uploadId: string | null) => Promise<void>;
}

/** @throws {RefusedByDestination} the address may not be used */
export function createS3Connector(content: S3Content, network: ConnectorNetwork): FileConnector {
  const { endpoint, region, bucket, prefix = '', path_style: forcePathStyle = false } = content;
  // The setting may have changed since the destination was made.
  if (judgeUrl(endpoint, network) !== 'allowed') throw new RefusedByDestination('The address is private or not valid.');
  const lookup = guardedLookup(network);
  const failures = createOwnFailures();
  const client = new S3Client({
    endpoint,
    region,
    forcePathStyle,
    credentials: { accessKeyId: content.access_key_id, secretAccessKey: content.secret_access_key },
    maxAttempts: TRIES,
    followRegionRedirects: false,
    requestHandler: new BoundedHandler({
      connectionTimeout: CONNECT_MILLISECONDS,
      socketTimeout: SILENCE_MILLISECONDS,
      httpAgent: new HttpAgent({ keepAlive: true, lookup }),
      httpsAgent: new HttpsAgent({ keepAlive: true, lookup }),
    }),
  });

  /** Sends the bytes as one object. Nothing is visible before the end. */
  async function send(chunks: AsyncIterable<Buffer>, sending: Sending): Promise<void> {
    const { key: Key, type: ContentType, context, note } = sending;
    const { signal: abortSignal } = context;
    const object = { Bucket: bucket, Key };
    let uploadId: string | undefined;
    let first: Buffer | null = null;
    const parts: CompletedPart[] = [];
    const sendPart = async (Body: Buffer) => {
      if (uploadId === undefined) {
        const begun = await client.send(
          new CreateMultipartUploadCommand({ ...object, ContentType, ChecksumAlgorithm: CHECKSUM }),
          { abortSignal },
        );
        uploadId = begun.UploadId;
        if (uploadId === undefined) throw new Error('the store began no upload');
        await note(uploadId);
      }
      const PartNumber = parts.length + 1;
      const part = { ...object, UploadId: uploadId, PartNumber, Body, ChecksumAlgorithm: CHECKSUM } as const;
      const { ETag, ChecksumCRC32 } = await client.send(new UploadPartCommand(part), { abortSignal });
      parts.push({ PartNumber, ETag, ...(ChecksumCRC32 === undefined ? {} : { ChecksumCRC32 }) });
    };
    for await (const chunk of inLargerChunks(chunks, PART_BYTES)) {
      abortSignal.throwIfAborted();
      if (first !== null) await sendPart(first);
      first = chunk;
    }
    if (uploadId === undefined) {
      const whole = { ...object, ContentType, Body: first ?? Buffer.alloc(0), ChecksumAlgorithm: CHECKSUM } as const;
      await client.send(new PutObjectCommand(whole), { abortSignal });
      return;
    }
    if (first !== null) await sendPart(first);
    const complete = { ...object, UploadId: uploadId, MultipartUpload: { Parts: parts } };
    await client.send(new CompleteMultipartUploadCommand(complete), { abortSignal });
    await note(null);
  }

  /** The parts of an upload that a killed try left cost its owner money. */
  async function abandon(key: string, uploadId: string, abortSignal: AbortSignal): Promise<void> {
    const upload = { Bucket: bucket, Key: key, UploadId: uploadId };
    await client.send(new AbortMultipartUploadCommand(upload), { abortSignal }).catch(() => undefined);
  }

  async function sendFile(file: OutgoingFile, mode: 'replace' | 'append', context: DeliveryContext): Promise<void> {
    const { signal, progress } = context;
    const saved = readProgress(progress.saved);
    if (saved.upload !== null) await abandon(saved.upload.key, saved.upload.id, signal);
    const names = [file.name, ...(mode === 'replace' ? [latestName(file)] : [])];
    const type = file.isGzip ? 'application/gzip' : contentTypes[file.format];
    for (const [at, name] of names.entries()) {
      if (at < saved.done) continue;
      const key = joinPath(prefix, file.folder, name).replace(/^\/+/, '');
      let open: string | null = null;
      const note = async (id: string | null) => {
        open = id;
        await failures.noted(progress.save({ done: at, upload: id === null ? null : { key, id } }));
      };
      try {
        await send(failures.reading(file.read()), { key, type, context, note });
      } catch (error) {
        if (open !== null) await abandon(key, open, AbortSignal.timeout(CONNECT_MILLISECONDS));
        throw error;
      }
      await failures.noted(progress.save({ done: at + 1, upload: null }));
    }
  }

  async function test(abortSignal: AbortSignal): Promise<TestedDestination> {
    const object = { Bucket: bucket, Key: joinPath(prefix, `leadloom-test-${randomUUID()}.txt`).replace(/^\/+/, '') };
    const content = { Body: Buffer.from('Leadloom wrote this to test the destination.\n'), ChecksumAlgorithm: CHECKSUM } as const;
    await client.send(new PutObjectCommand({ ...object, ...content }), { abortSignal });
    await client.send(new DeleteObjectCommand(object), { abortSignal });
    return {};
  }

  const explained = async <Result>(work: Promise<Result>): Promise<Result> =>
    work.catch((error: unknown) => {
      throw failures.isOwn(error) ? error : explainFailure(error, endpoint);
    });

  return {
    takes: 'files',
    test: (signal) => explained(test(signal)),
    sendFile: (file, mode, context) => explained(sendFile(file, mode, context)),
    close: async () => client.destroy(),
  };
}

interface Saved {
  /** Objects that are there. */
  readonly done: number;
  /** The upload that was under way. */
  readonly upload: { readonly key: string; readonly id: string } | null;
}

function readProgress(saved: DeliveryContext['progress']['saved']): Saved {
  const { done, upload } = saved ?? {};
  const isUpload = typeof upload === 'object' && upload !== null && 'key' in upload && 'id' in upload;
  return {
    done: typeof done === 'number' ? done : 0,
    upload: isUpload ? { key: String(upload.key), id: String(upload.id) } : null,
  };
}
