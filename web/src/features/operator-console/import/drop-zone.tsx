/** Takes one file by dropping or choosing it, and uploads it with progress. */
import { HEADERS_LIMIT } from '@leadloom/shared/contract/header-line-limit';
import {
  createImportUpload,
  STORED_UPLOADS_LIMIT,
  type StoredImportUpload,
  UPLOAD_LIMIT_BYTES,
} from '@leadloom/shared/contract/import-uploads';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { type DragEvent, useEffect, useRef, useState } from 'react';
import { Notice } from '../../../components/notice.tsx';
import { ProgressBar } from '../../../components/progress-bar.tsx';
import { visuallyHidden } from '../../../components/visually-hidden.ts';
import { ApiError } from '../../../lib/api-client/api-error.ts';
import { upload } from '../../../lib/api-client/upload.ts';
import { formatBytes } from '../../../lib/format-bytes.ts';
import { formatCount } from '../../../lib/format-count.ts';
import { describeUnreadable } from '../../../lib/unreadable-file.ts';
import { useStoredUploads } from './stored-uploads.tsx';

const NAME_LENGTH = 100;

interface Sending {
  readonly name: string;
  readonly size: number;
  readonly sent: number;
}

export function DropZone({ onUploaded }: { readonly onUploaded: (uploadId: string) => void }) {
  const [sending, setSending] = useState<Sending | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isOver, setOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const stop = useRef<AbortController | null>(null);
  const { data: stored } = useStoredUploads();
  const room = stored === undefined ? null : roomBesides(stored.data);
  useEffect(() => () => stop.current?.abort(), []);

  async function send(files: readonly File[]): Promise<void> {
    const [file] = files;
    const refusal = refusalOf(files, room);
    setProblem(refusal);
    if (file === undefined || refusal !== null) return;
    const controller = new AbortController();
    stop.current = controller;
    const sentOf = (sent: number) => ({ name: file.name, size: file.size, sent });
    setSending(sentOf(0));
    const unreadable = await describeUnreadable(file, 'a CSV, Excel or JSON file');
    if (unreadable !== null) {
      setProblem(unreadable);
      setSending(null);
      return;
    }
    try {
      const onSent = (sent: number) => setSending(sentOf(sent));
      // The end of a name tells the format.
      const query = { name: file.name.trim().slice(-NAME_LENGTH) };
      const { id } = await upload(createImportUpload, { query }, { file, signal: controller.signal, onSent });
      onUploaded(id);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.code !== 'CLIENT.ABORTED') setProblem(`${file.name} was not uploaded. ${error.message}`);
      setSending(null);
    }
  }

  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    if (sending === null) void send([...event.dataTransfer.files]);
  };
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      <Box
        role="group"
        aria-label="File to import"
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={onDrop}
        sx={{
          minHeight: 184,
          display: 'grid',
          alignContent: 'center',
          justifyItems: 'center',
          gap: 1.5,
          p: 3,
          textAlign: 'center',
          border: '1px dashed',
          borderColor: isOver ? 'primary.main' : 'text.disabled',
          borderRadius: 1,
          bgcolor: isOver ? 'action.hover' : 'background.paper',
        }}
      >
        {sending === null ? (
          <>
            <Box sx={{ fontSize: '1rem', fontWeight: 560 }}>Drop a file here</Box>
            <Button variant="contained" disabled={room?.isFull === true} onClick={() => input.current?.click()}>
              Choose a file
            </Button>
            <Box sx={{ color: 'text.secondary', fontSize: '0.875rem' }}>
              CSV, Excel (.xlsx) or JSON, also as ZIP or gzip. Up to {formatBytes(UPLOAD_LIMIT_BYTES)} and{' '}
              {formatCount(HEADERS_LIMIT)} columns, any number of rows. Nothing is imported before you have seen what changes.
            </Box>
            {room !== null && (
              <Box sx={{ color: room.isFull ? 'text.primary' : 'text.secondary', fontSize: '0.875rem' }}>
                You have {formatCount(room.uploads)} of {formatCount(STORED_UPLOADS_LIMIT.uploads)} files, and{' '}
                {formatBytes(room.used)} of {formatBytes(STORED_UPLOADS_LIMIT.bytes)}. Each is kept for a day.
                {room.isFull && ` ${FULL}`}
              </Box>
            )}
          </>
        ) : (
          <>
            <Box sx={{ fontWeight: 560, overflowWrap: 'anywhere' }}>{sending.name}</Box>
            <Box sx={{ width: '100%', maxWidth: '24rem' }}>
              <ProgressBar label="Upload" value={sending.sent} max={sending.size} />
            </Box>
            <Box sx={{ color: 'text.secondary', fontSize: '0.875rem', fontVariantNumeric: 'tabular-nums' }}>
              {formatBytes(sending.sent)} of {formatBytes(sending.size)}
            </Box>
            <Button variant="outlined" onClick={() => stop.current?.abort()}>
              Cancel
            </Button>
          </>
        )}
        <input
          ref={input}
          type="file"
          aria-label="File"
          tabIndex={-1}
          accept=".csv,.tsv,.txt,.xlsx,.xlsm,.jsonl,.ndjson,.json,.zip,.gz"
          style={visuallyHidden}
          onChange={({ target }) => {
            const files = [...(target.files ?? [])];
            target.value = '';
            if (files.length > 0) void send(files);
          }}
        />
      </Box>
      {problem !== null && <Notice severity="error">{problem}</Notice>}
    </Box>
  );
}

const FULL = 'You can upload no more files now. Delete one of your uploaded files first.';

interface Room {
  readonly uploads: number;
  /** In bytes. */
  readonly used: number;
  readonly isFull: boolean;
}

function roomBesides(uploads: readonly StoredImportUpload[]): Room {
  const used = uploads.reduce((sum, { bytes }) => sum + bytes, 0);
  const isFull = uploads.length >= STORED_UPLOADS_LIMIT.uploads || used >= STORED_UPLOADS_LIMIT.bytes;
  return { uploads: uploads.length, used, isFull };
}

/** @param room null: it is not known yet @returns null: the file can be uploaded */
function refusalOf(files: readonly File[], room: Room | null): string | null {
  const [file] = files;
  if (file === undefined) return 'That was not a file. Drop a file, or choose one.';
  if (files.length > 1) return 'Import one file at a time.';
  if (file.size === 0) return `${file.name} is empty. Choose another file.`;
  if (file.size > UPLOAD_LIMIT_BYTES)
    return `${file.name} is larger than ${formatBytes(UPLOAD_LIMIT_BYTES)}. Compress it with gzip, or use the command "pnpm data import".`;
  if (room?.isFull === true) return FULL;
  const left = STORED_UPLOADS_LIMIT.bytes - (room?.used ?? 0);
  if (file.size > left)
    return `${file.name} has ${formatBytes(file.size)}, and you have ${formatBytes(left)} left. Delete one of your uploaded files first.`;
  return null;
}
