// The invoice registration portal behind a provider's plain JSON (integrations.md 2.5): registers, finds and cancels, with the
// real IRN, signed answers, duplicates, the 24 hours of a cancellation, and answers that are lost.
import { createHash, createSign, generateKeyPairSync } from 'node:crypto';
import Fastify, { type FastifyInstance } from 'fastify';
import { type HttpFault, HttpFaults } from '../http-faults.ts';
import { asJsonObject, type JsonObject } from '../json.ts';
import { listenOn } from '../listen.ts';
import { Seeded } from '../seeded.ts';

export interface RegisteredInvoice {
  irn: string;
  ackNo: number;
  /** Milliseconds of the simulated clock. */
  at: number;
  cancelledAt: number | null;
  document: JsonObject;
  signedInvoice: string;
  signedQr: string;
}

export interface IrpControl {
  invoices(): RegisteredInvoice[];
  addFault(fault: HttpFault): void;
  clearFaults(): void;
  /** The next registration is refused with this code. */
  refuse(code: string, message: string): void;
  advance(ms: number): void;
}

export interface IrpSimulator {
  url: string;
  publicKey: string;
  control: IrpControl;
  close(): Promise<void>;
}

interface Options {
  port?: number;
  host?: string;
  user: string;
  password: string;
  seed?: string | number;
}

const DAY_MS = 24 * 3_600_000;
const IST_MS = 5.5 * 3_600_000;

const wireTime = (ms: number) => new Date(ms + IST_MS).toISOString().slice(0, 19).replace('T', ' ');
const part = (of: JsonObject, name: string): JsonObject => asJsonObject(of[name]);
const said = (code: string, message: string, info: JsonObject[] = []) => ({
  success: false,
  message: `${code} : ${message}`,
  result: info,
  info,
});

export async function startIrpSimulator(options: Options): Promise<IrpSimulator> {
  const seeded = new Seeded(options.seed);
  const faults = new HttpFaults(seeded, () => ({ success: false, message: '5002 : Application error' }));
  const keys = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const book = new Map<string, RegisteredInvoice>();
  const refusals: [string, string][] = [];
  let skew = 0;
  const now = () => Date.now() + skew;
  const sign = (payload: JsonObject): string => {
    const encode = (value: JsonObject) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const text = `${encode({ alg: 'RS256', typ: 'JWT' })}.${encode({ data: JSON.stringify(payload), iss: 'NIC Sandbox' })}`;
    return `${text}.${createSign('RSA-SHA256').update(text).sign(keys.privateKey).toString('base64url')}`;
  };
  const app = Fastify({ forceCloseConnections: true });
  faults.install(app, ['/ei/api/']);
  app.addHook('preHandler', async (request, reply) => {
    const { user_name, password } = request.headers;
    if (user_name !== options.user || password !== options.password)
      await reply.send(said('1008', 'Invalid login credentials'));
  });
  routes(app, { book, refusals, now, sign, seeded });
  const url = await listenOn(app, options);
  return {
    url: `${url}/ei/api`,
    publicKey: keys.publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    control: {
      invoices: () => structuredClone([...book.values()]),
      addFault: (fault) => void faults.add(fault),
      clearFaults: () => faults.clear(),
      refuse: (code, message) => void refusals.push([code, message]),
      advance: (ms) => {
        skew += ms;
      },
    },
    close: () => app.close(),
  };
}

interface Desk {
  book: Map<string, RegisteredInvoice>;
  refusals: [string, string][];
  now: () => number;
  sign: (payload: JsonObject) => string;
  seeded: Seeded;
}

const answerOf = (one: RegisteredInvoice) => ({
  success: true,
  message: 'IRN generated successfully',
  result: {
    AckNo: one.ackNo,
    AckDt: wireTime(one.at),
    Irn: one.irn,
    SignedInvoice: one.signedInvoice,
    SignedQRCode: one.signedQr,
    Status: one.cancelledAt === null ? 'ACT' : 'CNL',
  },
});

function routes(app: FastifyInstance, { book, refusals, now, sign, seeded }: Desk): void {
  app.post('/ei/api/invoice', async (request) => {
    const refused = refusals.shift();
    if (refused) return said(...refused);
    const document = asJsonObject(request.body);
    const doc = part(document, 'DocDtls');
    const seller = String(part(document, 'SellerDtls')['Gstin']);
    const wrong = faultIn(document);
    if (wrong) return said(...wrong);
    const [day, month, year] = String(doc['Dt']).split('/').map(Number) as [number, number, number];
    const start = month >= 4 ? year : year - 1;
    const fy = `${start}-${String((start + 1) % 100).padStart(2, '0')}`;
    if (!(day >= 1)) return said('2140', 'Document date is not valid');
    const irn = createHash('sha256')
      .update(`${seller}${fy}${doc['Typ']}${String(doc['No']).toUpperCase()}`)
      .digest('hex');
    const known = book.get(irn);
    if (known)
      return said('2150', 'Duplicate IRN', [
        { InfCd: 'DUPIRN', Desc: { AckNo: known.ackNo, AckDt: wireTime(known.at), Irn: irn } },
      ]);
    const at = now();
    const ackNo = Number(`23${seeded.digits('ack', 13)}`);
    const values = part(document, 'ValDtls');
    const qr = {
      SellerGstin: seller,
      BuyerGstin: part(document, 'BuyerDtls')['Gstin'] ?? null,
      DocNo: doc['No'] ?? null,
      DocTyp: doc['Typ'] ?? null,
      DocDt: doc['Dt'] ?? null,
      TotInvVal: values['TotInvVal'] ?? null,
      Irn: irn,
      IrnDt: wireTime(at),
    };
    const one = {
      irn,
      ackNo,
      at,
      cancelledAt: null,
      document,
      signedInvoice: sign({ ...document, Irn: irn, AckNo: ackNo }),
      signedQr: sign(qr),
    };
    book.set(irn, one);
    return answerOf(one);
  });
  app.get('/ei/api/invoice/irn', async (request) => {
    const one = book.get(String(asJsonObject(request.query)['irn']));
    if (!one) return said('2154', 'IRN details are not found');
    if (now() - one.at > 2 * DAY_MS) return said('2283', 'IRN details are available for 2 days only');
    return answerOf(one);
  });
  app.post('/ei/api/invoice/cancel', async (request) => {
    const body = asJsonObject(request.body);
    const one = book.get(String(body['Irn']));
    if (!one) return said('2143', 'Invoice does not belong to the user');
    if (one.cancelledAt !== null) return said('9999', 'Invoice is not active');
    if (now() - one.at >= DAY_MS)
      return said('2270', 'The allowed cancellation time limit is crossed, you cannot cancel the IRN');
    one.cancelledAt = now();
    return {
      success: true,
      message: 'Cancelled',
      result: { Irn: one.irn, CancelDate: wireTime(one.cancelledAt) },
    };
  });
}

/** The arithmetic that the portal checks, and its first refusals of parties. */
function faultIn(document: JsonObject): [string, string] | null {
  const buyer = String(part(document, 'BuyerDtls')['Gstin'] ?? '');
  const seller = String(part(document, 'SellerDtls')['Gstin'] ?? '');
  if (!/^[0-9]{2}[0-9A-Z]{13}$/.test(buyer)) return ['3028', 'GSTIN is not present in the system'];
  if (buyer === seller) return ['2211', 'Supplier and recipient GSTIN are the same'];
  const items = (document['ItemList'] as JsonObject[] | undefined) ?? [];
  const sum = (name: string) =>
    items.reduce((total, item) => total + Math.round(Number(item[name]) * 100), 0);
  const values = part(document, 'ValDtls');
  const cents = (name: string) => Math.round(Number(values[name] ?? 0) * 100);
  if (sum('AssAmt') !== cents('AssVal')) return ['2182', 'Total taxable value does not match the items'];
  const total = cents('AssVal') + cents('CgstVal') + cents('SgstVal') + cents('IgstVal') + cents('RndOffAmt');
  if (Math.abs(total - cents('TotInvVal')) > 100) return ['2189', 'Invalid total invoice value'];
  return null;
}
