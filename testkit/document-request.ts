// A request of an operation as an outside client would build it: from the OpenAPI document alone.
import type { FastifyInstance } from 'fastify';
import type { DocumentOperation } from './operations.ts';
import type { Schema } from './schema-values.ts';

export interface RawAnswer {
  readonly status: number;
  readonly text: string;
  readonly ms: number;
}

/** No payment provider runs beside a walk over all operations; saying so is the right answer. */
export const isOutside = ({ status, text }: RawAnswer): boolean =>
  status === 503 && text.includes('"code":"payment.gateway-away"');

/** The operation's input as one object schema: the body's, or one made of its parameters. */
export function inputSchemaOf({ operation }: DocumentOperation): Schema {
  const body = operation.requestBody?.content['application/json'].schema;
  if (body) return body;
  const parameters = operation.parameters.filter((parameter) => parameter.in !== 'header');
  return {
    type: 'object',
    additionalProperties: false,
    properties: Object.fromEntries(
      parameters.map((parameter) => [
        parameter.name,
        parameter.schema ?? parameter.content?.['application/json'].schema ?? {},
      ]),
    ),
    required: parameters.filter((parameter) => parameter.required).map((parameter) => parameter.name),
  };
}

/** Sends an input object: path parameters into the path, the rest into the query (text as it is, other as JSON) or the body. */
export function sendInput(
  app: FastifyInstance,
  target: DocumentOperation,
  input: Readonly<Record<string, unknown>>,
  headers: Readonly<Record<string, string>>,
): Promise<RawAnswer> {
  const rest: Record<string, unknown> = { ...input };
  const path = target.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = rest[name];
    delete rest[name];
    return (
      encodeURIComponent(typeof value === 'string' ? wellFormed(value) : JSON.stringify(value ?? 'x')).slice(
        0,
        250,
      ) || 'x'
    );
  });
  if (target.method !== 'GET') return sendRaw(app, target.method, path, JSON.stringify(rest), headers);
  const query = new URLSearchParams(
    Object.entries(rest)
      .filter(([, value]) => value !== undefined)
      .map(
        ([name, value]) =>
          [name, typeof value === 'string' ? value : JSON.stringify(value)] as [string, string],
      ),
  );
  return sendRaw(app, 'GET', `${path}${query.size ? `?${query}` : ''}`, null, headers);
}

const wellFormed = (text: string): string => text.toWellFormed();

/** Sends a body text as it stands. */
export async function sendRaw(
  app: FastifyInstance,
  method: string,
  url: string,
  body: string | null,
  headers: Readonly<Record<string, string>>,
): Promise<RawAnswer> {
  const started = performance.now();
  const response = await app.inject({
    method: method as 'GET' | 'POST' | 'PUT',
    url,
    headers: body === null ? headers : { 'content-type': 'application/json', ...headers },
    ...(body === null ? {} : { payload: body }),
  });
  return { status: response.statusCode, text: response.body, ms: performance.now() - started };
}
