// Bank accounts of head office and the centres, in every state: who entered them is never who verified them.
import { addDays, type Day } from '@aangan/contract/period.ts';
import { aad, blindIndex, seal } from '@aangan/server/work/seal.ts';
import type { Client } from 'pg';
import { headOffice, teamAt } from '../../../db/demo/people.ts';
import { centres } from '../../../db/demo/places.ts';
import { demoUuid, rngOf } from '../../../db/demo/random.ts';

const HEAD_OFFICE = 1;
const BANKS = [
  { bank: 'HDFC Bank', ifsc: 'HDFC0' },
  { bank: 'ICICI Bank', ifsc: 'ICIC0' },
  { bank: 'State Bank of India', ifsc: 'SBIN0' },
  { bank: 'Axis Bank', ifsc: 'UTIB0' },
  { bank: 'Kotak Mahindra Bank', ifsc: 'KKBK0' },
] as const;

type Kind = 'COLLECTION' | 'PAYOUT' | 'NODAL' | 'OPERATING';
type Status = 'VERIFIED' | 'PENDING' | 'REJECTED';

interface Wanted {
  franchiseeId: number;
  holder: string;
  branch: string;
  kind: Kind;
  status: Status;
  /** Who entered it. */
  maker: string;
}

/** New accounts of these centres wait for head office; one was sent back. */
const NEW_PAYOUT = new Map<number, Status>([
  [3, 'PENDING'],
  [6, 'PENDING'],
  [9, 'REJECTED'],
]);

function wanted(): Wanted[] {
  const office = {
    franchiseeId: HEAD_OFFICE,
    holder: 'Aangan Learning Private Limited',
    branch: 'Fort, Mumbai',
  };
  return [
    { ...office, kind: 'NODAL', status: 'VERIFIED', maker: headOffice.finance2.id },
    { ...office, kind: 'OPERATING', status: 'VERIFIED', maker: headOffice.finance2.id },
    ...centres.flatMap((c): Wanted[] => {
      const own = {
        franchiseeId: c.id,
        holder: `${c.name} Preschool`,
        branch: `${c.name}, ${c.city.name}`,
        maker: teamAt(c.id).head.id,
      };
      const fresh = NEW_PAYOUT.get(c.id);
      return [
        { ...own, kind: 'COLLECTION', status: 'VERIFIED' },
        { ...own, kind: 'PAYOUT', status: 'VERIFIED' },
        ...(fresh ? [{ ...own, kind: 'PAYOUT' as const, status: fresh }] : []),
      ];
    }),
  ];
}

export async function writeBankAccounts(client: Client, today: Day): Promise<void> {
  for (const [i, account] of wanted().entries()) {
    const rng = rngOf(`bank account ${account.franchiseeId} ${account.kind} ${account.status}`);
    const { bank, ifsc } = rng.pick(BANKS);
    const id = demoUuid('bank-account', account.franchiseeId, account.kind, account.status);
    const number = `50${String(rng.int(1_000_000, 9_999_999))}${String(1000 + i)}`;
    const old = account.status === 'VERIFIED';
    const entered = old ? '2025-03-12T11:20:00+05:30' : `${addDays(today, -rng.int(1, 3))}T16:05:00+05:30`;
    await client.query(
      `insert into bank_account (franchisee_id, id, holder, account_no_cipher, account_no_index, last4, ifsc, bank, branch, kind, status, verified_by, verified_at,
         penny_drop_ref, valid_from, note, replaces_id, created_by, created_at, updated_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $19)`,
      [
        account.franchiseeId,
        id,
        account.holder,
        seal(number, aad('bank_account', 'account_no_cipher', account.franchiseeId, id)),
        blindIndex(number),
        number.slice(-4),
        `${ifsc}${String(rng.int(1000, 999_999)).padStart(6, '0')}`,
        bank,
        account.branch,
        account.kind,
        account.status,
        old ? headOffice.finance.id : null,
        old ? '2025-03-14T12:00:00+05:30' : null,
        old ? `PD${rng.int(100_000, 999_999)}` : null,
        old ? '2025-04-01' : null,
        account.status === 'REJECTED' ? 'The name on the cheque is not the centre’s.' : null,
        old ? null : demoUuid('bank-account', account.franchiseeId, account.kind, 'VERIFIED'),
        account.maker,
        entered,
      ],
    );
  }
}
