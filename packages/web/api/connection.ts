import type { ApiError } from './api-error.ts';

/** The context of this tab: what every call carries (architecture.md 4). Null = not chosen. */
export interface RequestContext {
  franchiseeId: number | null;
  academicYearId: number | null;
  roleId: number | null;
}

/** How calls reach the server. The app fills it once at start with `connect()`. */
export interface Connection {
  baseUrl: string;
  version: string;
  /** Read at each call, so that another tab's rotation is seen at once. */
  token: () => string | null;
  context: () => RequestContext;
  /** Adds headers that need the finished request (proof of possession). */
  prepare: (request: {
    method: string;
    url: string;
    headers: Headers;
    token: string | null;
  }) => Promise<void> | void;
  /** Waits while a call is under way, in any tab, whose reply brings another token. */
  tokenSettled: () => Promise<void>;
  /** 401 of a call that carried a session. */
  onUnauthorised: (error: ApiError) => void;
  /** 403 `module.missing` of a call that carried a session: a right was taken, or this screen asked for too much. */
  onForbidden: () => void;
  /** 403 `step-up.needed`: asks for a fresh code; true = repeat the call. */
  onStepUp: () => Promise<boolean>;
  /** A call needs an academic year and none is chosen: it is not sent. */
  onYearMissing: () => void;
  /** A reply carried a new session token. */
  onToken: (token: string) => void;
}

const nobody: RequestContext = { franchiseeId: null, academicYearId: null, roleId: null };

export const connection: Connection = {
  baseUrl: '',
  version: '3.1.0',
  token: () => null,
  context: () => nobody,
  prepare: () => undefined,
  tokenSettled: () => Promise.resolve(),
  onUnauthorised: () => undefined,
  onForbidden: () => undefined,
  onStepUp: () => Promise.resolve(false),
  onYearMissing: () => undefined,
  onToken: () => undefined,
};

/** Sets how calls reach the server; parts that are not given stay as they are. */
export function connect(parts: Partial<Connection>): void {
  Object.assign(connection, parts);
}
