/**
 * Requests whose body takes as long as it keeps coming. The front door gives every other request a minute and
 * a half; these it leaves to the limit on silence, which ends once the body is there and work on it begins.
 */
import type { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';

const uploading = new WeakSet<Duplex>();

export function isUploading(socket: Duplex): boolean {
  return uploading.has(socket);
}

/** @returns to be called when no more of the body is read */
export function startUpload(request: IncomingMessage): () => void {
  const { socket } = request;
  if (!(socket instanceof Socket)) return () => undefined;
  uploading.add(socket);
  return () => {
    uploading.delete(socket);
    if (request.complete) socket.setTimeout(0);
  };
}
