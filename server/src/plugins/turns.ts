/**
 * Turns: how many calls of one account are served at once on this server. A call waits for its turn before it uses a
 * connection to the database. So whatever calls of one account wait for in the database, such as a lock of their account,
 * only one connection waits there, and others find the rest free (record 0067). The contract says which turn a call takes.
 */
import { finished, Readable } from 'node:stream';
import type { EndpointDefinition, Turn } from '@leadloom/shared/contract/endpoint';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { addressKey } from '../http/address-key.ts';
import { AppError } from '../http/app-error.ts';
import { signalOf } from '../http/client-signal.ts';
import { personalWorkspaceOf, type WorkspaceId } from '../http/workspace-id.ts';
import { createGate, type GateOwner, type Leave } from '../limits/gate.ts';

/** A call that waited as long is refused. */
const waitMilliseconds = 10_000;
/** `atOnce` of them run, and `perAccount` run or wait. */
export const turnLimits = {
  change: { atOnce: 1, perAccount: 20 },
  read: { atOnce: 3, perAccount: 100 },
  /** Calls of one shared workspace that may change something, of all its members together, and those that read. */
  workspaceChange: { atOnce: 3, perAccount: 100 },
  workspaceRead: { atOnce: 9, perAccount: 300 },
  /** Calls of one endpoint. */
  own: { atOnce: 2, perAccount: 20 },
  /** Calls of one address at a public endpoint. */
  public: { atOnce: 3, perAccount: 64 },
} as const;

export interface Turns {
  /**
   * Does the work of a call in its turn. The turn ends with the work, or once the stream that it returns is sent.
   * @throws {AppError} RATE.LIMITED when too many wait already, or the wait was too long
   */
  takeFor<Result>(row: EndpointDefinition, call: TurnCall, work: () => Promise<Result>): Promise<Result>;
  /** The same for calls that are not in the contract. */
  take<Result>(turn: 'change' | 'read', of: TurnOf, work: () => Promise<Result>): Promise<Result>;
}

interface TurnCall {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

interface TurnOf {
  readonly accountId: number;
  readonly workspaceId: WorkspaceId;
  readonly reply: FastifyReply;
}

declare module 'fastify' {
  interface FastifyInstance {
    turns: Turns;
  }
}

/** Decorates `app.turns`. */
export function installTurns(app: FastifyInstance): void {
  const gates = {
    change: createGate({ ...turnLimits.change, waitMilliseconds }),
    read: createGate({ ...turnLimits.read, waitMilliseconds }),
    workspaceChange: createGate({ ...turnLimits.workspaceChange, waitMilliseconds }),
    workspaceRead: createGate({ ...turnLimits.workspaceRead, waitMilliseconds }),
    own: createGate({ ...turnLimits.own, waitMilliseconds }),
    public: createGate({ ...turnLimits.public, waitMilliseconds }),
  };

  async function inTurn<Result>(
    gate: keyof typeof gates,
    owner: GateOwner,
    reply: FastifyReply,
    work: () => Promise<Result>,
  ): Promise<Result> {
    const leave = await gates[gate].enter(owner, TOO_MANY, signalOf(reply));
    try {
      const result = await work();
      if (result instanceof Readable) afterStream(result, reply, leave);
      else leave();
      return result;
    } catch (error) {
      leave();
      throw error;
    }
  }

  /** A member's own turn, and within it one of the workspace's, so that members do not take all that others share. */
  function inTurns<Result>(turn: 'change' | 'read', { accountId, workspaceId, reply }: TurnOf, work: () => Promise<Result>) {
    const isPersonal = workspaceId === personalWorkspaceOf(accountId);
    const gate = turn === 'change' ? 'workspaceChange' : 'workspaceRead';
    return inTurn(turn, accountId, reply, isPersonal ? work : () => inTurn(gate, workspaceId, reply, work));
  }

  app.decorate('turns', {
    takeFor: (row, { request: { caller, ip }, reply }, work) => {
      const turn = turnOf(row);
      if (turn === 'none') return work();
      const name = `${row.method} ${row.path}`;
      if (caller === null) return inTurn('public', `${addressKey(ip)} ${name}`, reply, work);
      if (turn === 'own') return inTurn(turn, `${caller.accountId} ${name}`, reply, work);
      return inTurns(turn, { ...caller, reply }, work);
    },
    take: inTurns,
  } satisfies Turns);
}

/** Calls `leave` when the stream ends, also if the response breaks off before the stream was read. */
function afterStream(stream: Readable, reply: FastifyReply, leave: Leave): void {
  finished(stream, () => leave());
  reply.raw.once('close', leave);
}

/** One error object serves all calls: making one takes longer than letting a call through. */
const TOO_MANY = new AppError('RATE.LIMITED', { retryAfterSeconds: 1 });

/** The turn that calls of the endpoint take. */
export function turnOf({ turn, method, hasEffect, streamBody, access }: EndpointDefinition): Turn {
  if (turn !== undefined) return turn;
  if (streamBody === true || access === 'operator') return 'none';
  return method === 'GET' && hasEffect !== true ? 'read' : 'change';
}
