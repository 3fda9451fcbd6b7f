/**
 * Requests whose body may take as long as data keeps arriving. Every other request must arrive within 90 seconds;
 * these are only limited by the idle timeout, which no longer applies once the body has arrived.
 */
import type { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';

const uploading = new WeakSet<Duplex>();

export function isUploading(socket: Duplex): boolean {
  return uploading.has(socket);
}

/** @returns a function to call when no more of the body is read */
export function startUpload(request: IncomingMessage): () => void {
  const { socket } = request;
  if (!(socket instanceof Socket)) return () => undefined;
  uploading.add(socket);
  return () => {
    uploading.delete(socket);
    if (request.complete) socket.setTimeout(0);
  };
}
