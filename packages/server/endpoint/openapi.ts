// The OpenAPI 3.1 document of every endpoint, from the same schemas that check the requests. Deterministic: the same
// declarations give the same text, so that a difference in review is a difference of the API.
import { type Endpoint, openModules } from '@aangan/contract/endpoint.ts';
import { allRefusals } from '@aangan/contract/refusal.ts';
import * as z from 'zod';

export type JsonSchema = { readonly [key: string]: unknown };

export interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly tags: readonly string[];
  readonly security: readonly unknown[];
  readonly parameters: readonly Parameter[];
  readonly requestBody?: {
    readonly required: true;
    readonly content: { readonly 'application/json': { readonly schema: JsonSchema } };
  };
  readonly responses: Readonly<Record<string, unknown>>;
  readonly 'x-module': string | readonly string[];
  readonly 'x-module-also'?: string;
  readonly 'x-write': boolean;
  readonly 'x-scope': string;
  readonly [extension: `x-${string}`]: unknown;
}

export interface Parameter {
  readonly name: string;
  readonly in: 'query' | 'header' | 'path';
  readonly required: boolean;
  readonly description?: string;
  readonly schema?: JsonSchema;
  readonly content?: { readonly 'application/json': { readonly schema: JsonSchema } };
}

export interface OpenApiDocument {
  readonly openapi: '3.1.0';
  readonly info: JsonSchema;
  readonly tags: readonly { readonly name: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: JsonSchema;
  /** Every refusal of the product: code -> status and text. */
  readonly 'x-refusals': Readonly<Record<string, { readonly status: number; readonly text: string }>>;
}

interface EndpointFacts {
  readonly method: string;
  readonly path: string;
  readonly summary: string;
}

/** Makes the document. `endpoints` carry the area that serves them (the tag); raw endpoints take bytes and stand under the tag `raw`. */
export function openApiDocument(
  endpoints: readonly { area: string; endpoint: Endpoint }[],
  rawEndpoints: readonly EndpointFacts[] = [],
): OpenApiDocument {
  const operations = [
    ...endpoints.map(({ area, endpoint }) => ({
      path: documentPath(endpoint.path),
      method: endpoint.method.toLowerCase(),
      operation: operationOf(area, endpoint),
    })),
    ...rawEndpoints.map((endpoint) => ({
      path: documentPath(endpoint.path),
      method: endpoint.method.toLowerCase(),
      operation: rawOperation(endpoint),
    })),
  ].sort((a, b) => order(`${a.path} ${a.method}`, `${b.path} ${b.method}`));
  const paths: Record<string, Record<string, Operation>> = {};
  for (const { path, method, operation } of operations) {
    const methods = paths[path] ?? {};
    paths[path] = methods;
    if (methods[method]) throw new Error(`Two operations are at ${method.toUpperCase()} ${path}`);
    methods[method] = operation;
  }
  const tags = [...new Set(operations.flatMap(({ operation }) => operation.tags))]
    .sort(order)
    .map((name) => ({ name }));
  const codes = [...allRefusals()]
    .sort(([a], [b]) => order(a, b))
    .map(([code, { status, text }]) => [code, { status, text }] as const);
  return {
    openapi: '3.1.0',
    info: { title: 'Aangan API', version: '3.1.0', description: DESCRIPTION },
    tags,
    paths,
    components: { securitySchemes: SECURITY, schemas: { Error: ERROR }, responses: ERROR_RESPONSES },
    'x-refusals': Object.fromEntries(codes),
  };
}

const order = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** `/p/:token` as the document writes it: `/p/{token}`. */
export const documentPath = (path: string): string =>
  path.replace(/:(\w+)/g, '{$1}').replace(/\*$/, '{rest}');

const DESCRIPTION =
  'Reads are GET with the input in the query (text as it is, everything else as JSON); changes are POST or PUT with a JSON body. ' +
  'Unknown keys are refused. Money is integer paise, percentages integer basis points, days YYYY-MM-DD (IST), instants ISO 8601.';

const SECURITY = {
  session: {
    type: 'apiKey',
    in: 'header',
    name: 'Authorization',
    description: 'The session token from signing in.',
  },
  link: {
    type: 'apiKey',
    in: 'header',
    name: 'Authorization',
    description: '`Link <token>` of a public link.',
  },
};

const ERROR: JsonSchema = {
  type: 'object',
  required: ['statusCode', 'code', 'message'],
  additionalProperties: false,
  properties: {
    statusCode: { type: 'integer' },
    code: { type: 'string', description: 'noun.reason, of the closed list in x-refusals' },
    message: { type: 'string', description: 'For the user' },
    fields: { type: 'object', additionalProperties: { type: 'string' } },
    details: { type: 'object' },
    incident: { type: 'string', description: 'For support; only with 500' },
  },
};

const ERRORS: Readonly<Record<string, string>> = {
  400: 'The request cannot be read',
  401: 'Not signed in',
  403: 'The role does not open this',
  404: 'Not there, or not yours',
  409: 'Wrong state, a duplicate, or still in use',
  410: 'This link has ended',
  412: 'Changed by somebody else meanwhile',
  413: 'Too large',
  415: 'Not JSON',
  422: 'Entries need attention (fields)',
  428: 'If-Match is missing',
  429: 'Too many tries (Retry-After)',
  500: 'A fault of ours (incident)',
  503: 'Busy, or the database is away (Retry-After)',
};

const errorContent = { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } };
const ERROR_RESPONSES = Object.fromEntries(
  Object.entries(ERRORS).map(([status, description]) => [
    `Error${status}`,
    { description, content: errorContent },
  ]),
);

function operationOf(area: string, endpoint: Endpoint): Operation {
  const open = endpoint.scope === 'anyone';
  const link = endpoint.scope === 'link';
  return {
    operationId: endpoint.name,
    summary: endpoint.summary,
    tags: [area],
    security: open ? [] : link ? [{ link: [] }] : [{ session: [] }],
    parameters: [
      ...(endpoint.method === 'GET' ? queryParameters(endpoint) : pathParameters(endpoint.path)),
      ...headerParameters(endpoint),
    ],
    ...(endpoint.method === 'GET'
      ? {}
      : {
          requestBody: {
            required: true as const,
            content: { 'application/json': { schema: schemaOf(endpoint.input, 'input') } },
          },
        }),
    responses: {
      200: {
        description: 'Done',
        content: { 'application/json': { schema: schemaOf(endpoint.output, 'output') } },
      },
      ...errorResponses(statusesOf(endpoint)),
    },
    'x-module': endpoint.module,
    ...(endpoint.also ? { 'x-module-also': endpoint.also } : {}),
    'x-write': endpoint.write,
    'x-scope': endpoint.scope,
    ...(endpoint.money ? { 'x-money': true } : {}),
    ...(endpoint.stepUp ? { 'x-step-up': true } : {}),
    ...(endpoint.needsCentre ? { 'x-needs-centre': true } : {}),
    ...(endpoint.needsYear ? { 'x-needs-year': true } : {}),
    ...(endpoint.purposes.length ? { 'x-purposes': endpoint.purposes } : {}),
  };
}

function statusesOf(endpoint: Endpoint): number[] {
  const closed = endpoint.scope !== 'anyone' && endpoint.scope !== 'link';
  return [
    400,
    404,
    409,
    422,
    429,
    500,
    503,
    ...(closed ? [401, 403] : []),
    ...(endpoint.scope === 'link' ? [410] : []),
    ...(endpoint.method === 'GET' ? [] : [413, 415]),
    ...(endpoint.versioned ? [412, 428] : []),
  ].sort((a, b) => a - b);
}

const errorResponses = (statuses: readonly number[]) =>
  Object.fromEntries(statuses.map((status) => [status, { $ref: `#/components/responses/Error${status}` }]));

function queryParameters(endpoint: Endpoint): Parameter[] {
  const { properties = {}, required = [] } = schemaOf(endpoint.input, 'input') as {
    properties?: Record<string, JsonSchema>;
    required?: string[];
  };
  const inPath = new Set(pathParameters(endpoint.path).map(({ name }) => name));
  return Object.entries(properties).map(([name, schema]): Parameter => {
    if (inPath.has(name)) return { name, in: 'path', required: true, schema };
    const base = { name, in: 'query', required: required.includes(name) } as const;
    // decodeQuery reads everything that is not text as JSON: 50, true, {"status":"OPEN"}.
    return isScalar(schema) ? { ...base, schema } : { ...base, content: { 'application/json': { schema } } };
  });
}

const isScalar = (schema: JsonSchema): boolean =>
  ['string', 'integer', 'number', 'boolean'].includes(String(schema['type'])) ||
  Array.isArray(schema['enum']);

const pathParameters = (path: string): Parameter[] =>
  [...documentPath(path).matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));

function headerParameters(endpoint: Endpoint): Parameter[] {
  const out: Parameter[] = [];
  const add = (name: string, required: boolean, description: string, schema: JsonSchema) =>
    out.push({ name, in: 'header', required, description, schema });
  if (endpoint.scope === 'centre' || endpoint.scope === 'own')
    add('x-franchisee-id', endpoint.needsCentre, 'The chosen centre; one of the caller’s', {
      type: 'integer',
      minimum: 1,
    });
  if (endpoint.needsYear)
    add(
      'x-academic-year-id',
      false,
      'The chosen academic year (its first calendar year); default the current one',
      { type: 'integer' },
    );
  if (endpoint.idempotent)
    add('Idempotency-Key', endpoint.money, 'A repeated call with the same key gets the first answer', {
      type: 'string',
      minLength: 8,
      maxLength: 200,
    });
  if (endpoint.versioned)
    add('If-Match', true, 'The version that is changed', { type: 'string', pattern: '^(W/)?"?\\d{1,9}"?$' });
  return out;
}

function rawOperation(endpoint: EndpointFacts): Operation {
  return {
    operationId: `raw ${endpoint.method} ${documentPath(endpoint.path)}`,
    summary: endpoint.summary,
    tags: ['raw'],
    security: [],
    parameters: pathParameters(endpoint.path),
    responses: { 200: { description: 'Done' }, default: { description: 'Refused', content: errorContent } },
    'x-module': openModules.anyone,
    'x-write': endpoint.method !== 'GET',
    'x-scope': 'raw',
  };
}

const made = { input: new WeakMap<z.ZodType, JsonSchema>(), output: new WeakMap<z.ZodType, JsonSchema>() };

/** JSON Schema (2020-12) of what a contract takes or gives. */
export function schemaOf(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const known = made[io].get(schema);
  if (known) return known;
  // What zod cannot express (a transform's result) is left open; the text of the rule is in the field's error.
  const { $schema: _version, ...rest } = z.toJSONSchema(schema, {
    io,
    target: 'draft-2020-12',
    unrepresentable: 'any',
    reused: 'inline',
    cycles: 'ref',
  });
  made[io].set(schema, rest);
  return rest;
}
