// The worker of e-invoices: every 30 seconds what is due. A row is marked before its call and judged after it; a call whose
// answer is lost leaves RECONCILE, and the portal is asked for the number instead of being sent the document once more.
import type { JobDeclaration, JobTools } from '@aangan/server/background/background.ts';
import { moveStatus, type RowIn } from '@aangan/server/work/status-step.ts';
import { type Db, withCentres } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { HEAD_OFFICE } from '../ledger/chart.ts';
import { eInvoiceStates, plainWords } from './e-invoice.states.ts';
import {
  cancel,
  find,
  type IrpConfig,
  irpConfig,
  type Registered,
  readSigned,
  register,
  type Said,
} from './irp-client.server.ts';
import { printRegistered } from './printed-e-invoice.server.ts';
import { makePayload } from './request-e-invoice.server.ts';

type Row = RowIn<'e_invoice'>;
const TABLE = { states: eInvoiceStates, table: 'e_invoice' } as const;
const LEASE_S = 120;
const BATCH = 100;
/** Minutes to the next try, then every hour. */
const BACK_OFF = [1, 5, 15, 60] as const;
/** Codes after which the same request may be sent again: nothing was registered. */
const AGAIN = new Set(['1005', '2146', '2147', '2148']);
const NOT_THERE = new Set(['2154', '2143']);
const TOO_OLD_TO_SEE = '2283';

type Call = 'GENERATE' | 'FIND' | 'CANCEL';
const callOf = {
  PENDING: 'GENERATE',
  AUTO_RETRY: 'GENERATE',
  SENDING: 'FIND',
  RECONCILE: 'FIND',
  PENDING_CANCEL: 'CANCEL',
} as const;

export const sendEInvoices: JobDeclaration = {
  name: 'finance.einvoice-send',
  title: 'Register e-invoices',
  schedule: '*/30 * * * * *',
  onMiss: 'SKIP',
  maxLateS: 120,
  timeoutS: 1500,
  run: async (tools) => {
    const portal = irpConfig(tools.ports.config);
    if (!portal) return { ok: 0, failed: 0, log: 'no portal configured' };
    const due = await tools.work(null, (db) =>
      db
        .selectFrom('e_invoice')
        .select(['franchisee_id', 'id'])
        .where('status', 'in', Object.keys(callOf) as (keyof typeof callOf)[])
        .where('next_try_at', '<=', tools.now.toISOString())
        .orderBy('next_try_at')
        .limit(BATCH)
        .execute(),
    );
    let ok = 0;
    for (const one of due)
      if (await step(tools, portal, { franchiseeId: one.franchisee_id, id: one.id })) ok += 1;
    return { ok, failed: due.length - ok };
  },
};

interface Which {
  franchiseeId: number;
  id: string;
}

/** One call for one document. False when it is in doubt. */
async function step(tools: JobTools, portal: IrpConfig, which: Which): Promise<boolean> {
  const taken = await tools.work(null, (db) => take(db, which, tools.now));
  if (!taken) return true;
  const { row, call } = taken;
  const gstin = row.seller_gstin ?? '';
  const begun = performance.now();
  const said = await callPortal(portal, gstin, row, call);
  const ms = Math.round(performance.now() - begun);
  await tools.work(null, async (db) => {
    const now = await lockOne(db, which);
    if (!now || now.status !== row.status) return;
    await db
      .insertInto('e_invoice_attempt')
      .values({
        franchisee_id: row.franchisee_id,
        e_invoice_id: row.id,
        call,
        outcome: said.kind,
        code: said.kind === 'REFUSED' ? said.code.slice(0, 20) : null,
        message: 'message' in said ? said.message.slice(0, 300) : null,
        ms,
      })
      .execute();
    await judge(db, portal, { row: now, said, call, at: tools.now });
  });
  return said.kind !== 'DOUBT';
}

const callPortal = (portal: IrpConfig, gstin: string, row: Row, call: Call): Promise<Said> => {
  if (call === 'GENERATE') return register(portal, gstin, row.payload as object);
  if (call === 'FIND') return find(portal, gstin, row.irn_expected ?? '');
  return cancel(portal, gstin, {
    irn: row.irn ?? '',
    reason: row.cancel_reason ?? '4',
    remark: row.cancel_remark ?? '-',
  });
};

const lockOne = async (db: Db, { franchiseeId, id }: Which): Promise<Row | undefined> =>
  (
    await sql<Row>`select * from e_invoice where franchisee_id = ${franchiseeId} and id = ${id} for update skip locked`.execute(
      db,
    )
  ).rows[0];

/** Marks the row as under way until the lease ends, its request kept; null when another worker has it. */
async function take(db: Db, which: Which, now: Date): Promise<{ row: Row; call: Call } | null> {
  const row = await lockOne(db, which);
  if (!row || !(row.status in callOf) || (row.next_try_at !== null && row.next_try_at > now.toISOString()))
    return null;
  const call = callOf[row.status as keyof typeof callOf];
  const lease = new Date(now.getTime() + LEASE_S * 1000).toISOString();
  if (row.status === 'PENDING' || row.status === 'AUTO_RETRY') {
    const { payload, buyerGstin } = await withCentres(
      db,
      [row.franchisee_id, HEAD_OFFICE],
      'royalty.invoice',
      () => makePayload(db, row),
    );
    return {
      call,
      row: await moveStatus(db, {
        ...TABLE,
        row,
        action: 'send',
        set: {
          payload: JSON.stringify(payload),
          buyer_gstin: buyerGstin,
          attempts: row.attempts + 1,
          next_try_at: lease,
        },
      }),
    };
  }
  // The lease of a send has ended without an answer: it is asked for.
  if (row.status === 'SENDING')
    return {
      call,
      row: await moveStatus(db, { ...TABLE, row, action: 'doubt', set: { next_try_at: lease } }),
    };
  const rows = await db
    .updateTable('e_invoice')
    .set({ next_try_at: lease, attempts: row.attempts + 1 })
    .where('franchisee_id', '=', row.franchisee_id)
    .where('id', '=', row.id)
    .returningAll()
    .execute();
  return rows[0] ? { call, row: rows[0] } : null;
}

interface Judged {
  row: Row;
  said: Said;
  call: Call;
  at: Date;
}

const inMinutes = (at: Date, attempts: number): string =>
  new Date(at.getTime() + (BACK_OFF[Math.min(attempts, BACK_OFF.length) - 1] ?? 60) * 60_000).toISOString();

/** What an answer means for the row, which is locked. */
async function judge(db: Db, portal: IrpConfig, of: Judged): Promise<void> {
  const { row, said, call, at } = of;
  if (call === 'CANCEL') return judgeCancel(db, of);
  if (said.kind === 'OK') return attach(db, portal, row, said.result);
  if (said.kind === 'DOUBT') {
    const set = {
      next_try_at: inMinutes(at, row.attempts),
      last_code: null,
      last_message: said.message.slice(0, 300),
    };
    if (row.status === 'SENDING') await moveStatus(db, { ...TABLE, row, action: 'doubt', set });
    else await later(db, row, set);
    return;
  }
  if (said.kind !== 'REFUSED') return;
  if (said.code === '2150') return judgeDuplicate(db, row, said, at);
  if (row.status === 'RECONCILE') return judgeAsked(db, row, said, at);
  if (AGAIN.has(said.code)) {
    await moveStatus(db, {
      ...TABLE,
      row,
      action: 'again',
      set: {
        next_try_at: inMinutes(at, row.attempts),
        last_code: said.code,
        last_message: said.message.slice(0, 300),
      },
    });
    return;
  }
  await refuse(db, row, said.code, said.message);
}

/** The portal has the number: its own is ours, so what it has is asked for and compared. */
async function judgeDuplicate(db: Db, row: Row, said: Said & { kind: 'REFUSED' }, at: Date): Promise<void> {
  const known = said.duplicate;
  if (!known || known.Irn !== row.irn_expected) return refuse(db, row, 'IRN', said.message);
  const set = {
    ack_no: known.AckNo,
    ack_at: instantOf(known.AckDt),
    next_try_at: at.toISOString(),
    last_code: said.code,
    last_message: 'Registered before; the portal is asked for it',
  };
  if (row.status === 'SENDING') await moveStatus(db, { ...TABLE, row, action: 'doubt', set });
}

async function judgeAsked(db: Db, row: Row, said: Said & { kind: 'REFUSED' }, at: Date): Promise<void> {
  if (said.code === TOO_OLD_TO_SEE && row.ack_no) {
    await moveStatus(db, {
      ...TABLE,
      row,
      action: 'generated',
      set: {
        irn: row.irn_expected,
        next_try_at: null,
        last_code: said.code,
        last_message: 'Registered more than two days ago: the signed code must be taken from the portal',
      },
    });
    return;
  }
  if (NOT_THERE.has(said.code)) {
    await moveStatus(db, {
      ...TABLE,
      row,
      action: 'missing',
      set: { next_try_at: at.toISOString(), last_code: null, last_message: null },
    });
    return;
  }
  if (AGAIN.has(said.code)) return later(db, row, { next_try_at: inMinutes(at, row.attempts) });
  await refuse(db, row, said.code, said.message);
}

/** Attaches what the portal registered, after it is compared with what was asked for. */
async function attach(db: Db, portal: IrpConfig, row: Row, result: Registered): Promise<void> {
  if (result.Irn !== row.irn_expected) return refuse(db, row, 'IRN', '');
  if (result.SignedQRCode) {
    const qr = readSigned(portal, result.SignedQRCode);
    if (!qr) return refuse(db, row, 'SIGNATURE', '');
    if (qr['BuyerGstin'] !== row.buyer_gstin || Math.round(Number(qr['TotInvVal']) * 100) !== row.total)
      return refuse(db, row, 'BUYER', '');
  }
  await moveStatus(db, {
    ...TABLE,
    row,
    action: 'generated',
    set: {
      irn: result.Irn,
      ack_no: result.AckNo,
      ack_at: instantOf(result.AckDt),
      signed_invoice: result.SignedInvoice ?? null,
      signed_qr: result.SignedQRCode ?? null,
      next_try_at: null,
      last_code: null,
      last_message: null,
    },
  });
  await printRegistered(db, row, result.Irn);
}

async function judgeCancel(db: Db, { row, said, at }: Judged): Promise<void> {
  if (said.kind === 'CANCELLED' || (said.kind === 'REFUSED' && said.code === '9999')) {
    await moveStatus(db, {
      ...TABLE,
      row,
      action: 'cancelled',
      set: { cancelled_at: at, next_try_at: null, last_code: null, last_message: null },
    });
    return;
  }
  if (said.kind === 'REFUSED' && !AGAIN.has(said.code)) {
    await moveStatus(db, {
      ...TABLE,
      row,
      action: 'late',
      set: {
        next_try_at: null,
        last_code: said.code,
        last_message:
          said.code === '2270'
            ? '24 hours have passed; make a credit note.'
            : plainWords(said.code, said.message),
      },
    });
    return;
  }
  await later(db, row, { next_try_at: inMinutes(at, row.attempts) });
}

const refuse = (db: Db, row: Row, code: string, message: string): Promise<void> =>
  moveStatus(db, {
    ...TABLE,
    row,
    action: 'refused',
    set: { next_try_at: null, last_code: code.slice(0, 20), last_message: plainWords(code, message) },
  }).then(() => undefined);

async function later(
  db: Db,
  row: Row,
  set: { next_try_at: string; last_message?: string; last_code?: string | null },
): Promise<void> {
  await db
    .updateTable('e_invoice')
    .set(set)
    .where('franchisee_id', '=', row.franchisee_id)
    .where('id', '=', row.id)
    .execute();
}

/** '2026-04-30 16:26:00' of the portal is Indian time. */
const instantOf = (text: string): string => new Date(`${text.replace(' ', 'T')}+05:30`).toISOString();
