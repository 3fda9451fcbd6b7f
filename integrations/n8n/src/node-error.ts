/** What n8n shows of a failed call: the sentence of the server first, then what is wrong with which parameter. */
import { type INode, NodeApiError, NodeOperationError } from 'n8n-workflow';
import { ApiError, ConnectionError } from '../../../client/src/api-error.ts';
import { describeFailure } from './describe-failure.ts';

/** @param itemIndex of the input item; absent where the call was for none */
export function nodeError(node: INode, error: unknown, itemIndex?: number): Error {
  const place = itemIndex === undefined ? {} : { itemIndex };
  if (error instanceof ApiError || error instanceof ConnectionError) {
    const { code, ...told } = describeFailure(error);
    return new NodeApiError(node, { message: told.message, code }, { ...told, ...place });
  }
  return new NodeOperationError(node, error instanceof Error ? error : String(error), place);
}
