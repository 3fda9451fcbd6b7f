/** Calls of the API with a session. */
import type { z } from 'zod';

/** @throws {Error} with what the server answered, unless the status is the expected one */
export async function post<Answer>(url: string, authorization: string, body: object, answer: z.ZodType<Answer>): Promise<Answer> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (response.status !== 201) throw new Error(`POST ${url}: ${response.status} ${text.slice(0, 300)}`);
  return answer.parse(JSON.parse(text));
}
