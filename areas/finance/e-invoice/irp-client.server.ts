// The portal through a provider's plain JSON (integrations.md 2.5 'GSP style'). Never called while a transaction is open. Says
// what came: an answer, a refusal with its code, or doubt, where nobody knows what the portal did.
import { createVerify, randomUUID } from 'node:crypto';
import * as z from 'zod';

export interface IrpConfig {
  url: string;
  user: string;
  password: string;
  /** PEM; answers are checked with it where it is known. */
  publicKey: string | null;
}

const TIMEOUT_MS = 15_000;

/** The configured portal; null when this installation registers nothing by itself. */
export function irpConfig(config: Readonly<Record<string, string | undefined>>): IrpConfig | null {
  const { EINVOICE_API_URL: url, EINVOICE_USER: user, EINVOICE_PASSWORD: password } = config;
  if (!url || !user || !password) return null;
  return { url, user, password, publicKey: config['EINVOICE_PUBLIC_KEY'] ?? null };
}

const registered = z.object({
  Irn: z.string(),
  AckNo: z.union([z.number(), z.string()]).transform(String),
  AckDt: z.string(),
  SignedInvoice: z.string().nullish(),
  SignedQRCode: z.string().nullish(),
  Status: z.string().nullish(),
});
export type Registered = z.output<typeof registered>;
const duplicate = z.object({
  Irn: z.string(),
  AckNo: z.union([z.number(), z.string()]).transform(String),
  AckDt: z.string(),
});
const envelope = z.object({
  success: z.boolean(),
  message: z.string().nullish(),
  result: z.unknown().optional(),
  info: z.array(z.object({ InfCd: z.string(), Desc: z.unknown() })).nullish(),
});

export type Said =
  | { kind: 'OK'; result: Registered }
  | { kind: 'CANCELLED' }
  | { kind: 'REFUSED'; code: string; message: string; duplicate: z.output<typeof duplicate> | null }
  | { kind: 'DOUBT'; message: string };

async function ask(
  c: IrpConfig,
  gstin: string,
  path: string,
  body?: object,
): Promise<z.output<typeof envelope> | string> {
  try {
    const response = await fetch(`${c.url}${path}`, {
      method: body ? 'POST' : 'GET',
      headers: {
        gstin,
        user_name: c.user,
        password: c.password,
        requestid: randomUUID(),
        'content-type': 'application/json',
      },
      signal: AbortSignal.timeout(TIMEOUT_MS),
      redirect: 'error',
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    if (!response.ok) {
      await response.body?.cancel();
      return `The portal answered ${response.status}`;
    }
    const parsed = envelope.safeParse(await response.json().catch(() => null));
    return parsed.success ? parsed.data : 'The portal’s answer could not be read';
  } catch {
    return 'The portal did not answer';
  }
}

function refusal(answer: z.output<typeof envelope>): Said {
  const [, code = '', message = ''] = /^\s*(\w+)\s*:\s*(.*)$/s.exec(answer.message ?? '') ?? [
    null,
    '',
    answer.message ?? '',
  ];
  const info = [...(answer.info ?? []), ...(Array.isArray(answer.result) ? answer.result : [])] as {
    InfCd?: string;
    Desc?: unknown;
  }[];
  const found = duplicate.safeParse(info.find((one) => one.InfCd === 'DUPIRN')?.Desc);
  return {
    kind: 'REFUSED',
    code: code || 'UNKNOWN',
    message: message.slice(0, 300),
    duplicate: found.data ?? null,
  };
}

function outcomeOf(answer: z.output<typeof envelope> | string): Said {
  if (typeof answer === 'string') return { kind: 'DOUBT', message: answer };
  if (!answer.success) return refusal(answer);
  const parsed = registered.safeParse(answer.result);
  return parsed.success
    ? { kind: 'OK', result: parsed.data }
    : { kind: 'DOUBT', message: 'The portal’s answer could not be read' };
}

export const register = async (c: IrpConfig, gstin: string, payload: object): Promise<Said> =>
  outcomeOf(await ask(c, gstin, '/invoice', payload));

export const find = async (c: IrpConfig, gstin: string, irn: string): Promise<Said> =>
  outcomeOf(await ask(c, gstin, `/invoice/irn?irn=${encodeURIComponent(irn)}`));

export async function cancel(
  c: IrpConfig,
  gstin: string,
  of: { irn: string; reason: string; remark: string },
): Promise<Said> {
  const answer = await ask(c, gstin, '/invoice/cancel', {
    Irn: of.irn,
    CnlRsn: of.reason,
    CnlRem: of.remark,
  });
  if (typeof answer === 'string') return { kind: 'DOUBT', message: answer };
  return answer.success ? { kind: 'CANCELLED' } : refusal(answer);
}

/** The signed text's content; null where the signature is not the portal's. */
export function readSigned(c: IrpConfig, jws: string): Record<string, unknown> | null {
  const [head = '', body = '', signature = ''] = jws.split('.');
  if (
    c.publicKey &&
    !createVerify('RSA-SHA256')
      .update(`${head}.${body}`)
      .verify(c.publicKey, Buffer.from(signature, 'base64url'))
  )
    return null;
  try {
    const { data } = JSON.parse(Buffer.from(body, 'base64url').toString('utf8')) as { data: string };
    return JSON.parse(data) as Record<string, unknown>;
  } catch {
    return null;
  }
}
