import type * as z from 'zod';

/** Expected refusals carry a code of a closed list; anything else thrown is a bug and becomes a 500. */
export class Refusal extends Error {
  readonly code: string;
  readonly status: number;
  readonly fields: Readonly<Record<string, string>> | undefined;
  readonly details: Readonly<Record<string, unknown>> | undefined;
  readonly retryAfter: number | undefined;

  constructor(code: string, options: RefusalOptions & { status: number; message: string }) {
    super(options.message);
    this.name = 'Refusal';
    this.code = code;
    this.status = options.status;
    this.fields = options.fields;
    this.details = options.details;
    this.retryAfter = options.retryAfter;
  }
}

export interface RefusalOptions {
  fields?: Readonly<Record<string, string>> | undefined;
  details?: Readonly<Record<string, unknown>> | undefined;
  /** Seconds, for 429 and 503. */
  retryAfter?: number | undefined;
}

const registry = new Map<string, { status: number; text: string }>();

/**
 * Declares an area's refusals: `{'fee-plan.own-plan': [403, 'You made this plan…']}`; returns the maker.
 * `{name}` in the text is replaced from `details`. One code has one status and one text in the whole product.
 */
export function refusals<Codes extends string>(list: Readonly<Record<Codes, readonly [number, string]>>) {
  for (const [code, [status, text]] of Object.entries(list) as [Codes, readonly [number, string]][]) {
    const known = registry.get(code);
    if (known && (known.status !== status || known.text !== text))
      throw new Error(`Refusal '${code}' is declared twice`);
    registry.set(code, { status, text });
  }
  return (code: Codes, options: RefusalOptions = {}): Refusal => {
    const [status, text] = list[code];
    return new Refusal(code, { ...options, status, message: fill(text, options.details) });
  };
}

/** Every declared refusal, for OpenAPI and the tests. */
export const allRefusals = (): ReadonlyMap<string, { status: number; text: string }> => registry;

function fill(text: string, details: Readonly<Record<string, unknown>> | undefined): string {
  return text.replace(/\{(\w+)\}/g, (whole, key: string) =>
    details && key in details ? String(details[key]) : whole,
  );
}

/** Refusals of the platform itself (architecture.md 4). */
export const refuse = refusals({
  'session.missing': [401, 'Sign in to go on.'],
  'session.ended': [401, 'Your session has ended. Sign in again.'],
  'session.view-only': [403, 'You are looking as somebody else. Nothing can be changed meanwhile.'],
  'module.missing': [403, 'Your role does not open this. Ask your administrator for access.'],
  'session.tablet': [403, 'A shared tablet does not open this. Sign in on a device of your own.'],
  'step-up.held': [
    403,
    'The e-mail address or mobile number of your account was changed less than a day ago. To protect it, this opens again at {time}.',
  ],
  'step-up.needed': [403, 'Confirm with a fresh one-time password first.'],
  'row.not-found': [404, 'This entry does not exist, or is not yours to see.'],
  'route.not-found': [404, 'There is nothing at this address.'],
  'link.not-found': [404, 'This link is not valid. Ask your centre for a new one.'],
  'link.ended': [410, 'This link has ended. Ask your centre for a new one.'],
  'context.centre-needed': [409, 'Choose a centre first.'],
  'context.year-needed': [409, 'Please Select Acadamic Year'],
  'context.foreign': [404, 'This centre or year is not one of yours.'],
  'row.in-use': [409, 'This entry is used elsewhere, so it cannot be removed.'],
  'row.duplicate': [409, 'There is already an entry with these values.'],
  'row.wrong-state': [409, 'This step is not possible any more. Reload to see the present state.'],
  'row.stale': [412, 'Somebody else changed this entry meanwhile. Reload and repeat your change.'],
  'row.version-missing': [428, 'Say which version you are changing (If-Match).'],
  'input.invalid': [422, 'Some entries need your attention.'],
  'input.malformed': [400, 'The request could not be read.'],
  'input.too-large': [413, 'This is too large.'],
  'input.unsupported-type': [415, 'Send JSON.'],
  'idempotency.missing': [400, 'Send an Idempotency-Key of 8 to 200 characters.'],
  'idempotency.running': [409, 'The same request is still running. Wait a moment.'],
  'idempotency.mismatch': [422, 'This Idempotency-Key was used for another request.'],
  'rate.limited': [429, 'Too many tries. Wait {seconds} seconds.'],
  'server.busy': [503, 'The service is busy. Try again in a moment.'],
  'database.away': [503, 'Service Unavailable!'],
});

/** Zod's issues as `{field: text}` in a user's words; nested paths are joined with dots. */
export function fieldErrors(error: z.ZodError): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const issue of error.issues) {
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys.slice(0, 20))
        fields[[...issue.path, key].join('.').slice(0, 80)] ??= 'This field is not known here';
      continue;
    }
    const path = issue.path.join('.').slice(0, 120) || '_';
    fields[path] ??= wording(issue);
  }
  return fields;
}

function wording(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_type' && (issue.input === undefined || issue.input === null))
    return 'Fill this in';
  if (issue.code === 'invalid_type' && /^Invalid input/.test(issue.message))
    return `Expected a ${issue.expected}`;
  return issue.message.slice(0, 200);
}
