import { useQuery } from '@aangan/web/api/use-query.ts';
import { CommandForm } from '@aangan/web/form/command-form.tsx';
import { useSession } from '@aangan/web/session/use-session.ts';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { useNavigate, useParams } from 'react-router';
import { HEAD_OFFICE } from '../ledger/chart.ts';
import { bankAccountContract } from './bank-account.contract.ts';
import { bankAccount, bankAccountKinds } from './bank-account.record.ts';

const LIST = '/fee-type/transaction/bank-details-list';

export const AddBankAccount = () => <BankAccountForm old={null} />;

export function ChangeBankAccount() {
  const { id = '' } = useParams();
  const query = useQuery(bankAccount.endpoints.get, { id });
  return (
    <QueryState query={query}>
      {(row) => <BankAccountForm old={bankAccount.rowSchema.parse(row)} />}
    </QueryState>
  );
}

const groups = [
  {
    title: 'Account',
    names: [
      'holder',
      'accountNo',
      'accountNoAgain',
      'ifsc',
      'bank',
      'branch',
      'kind',
      'upiVpa',
      'validFrom',
      'proofFile',
    ],
  },
] as const;
const KEPT = ['holder', 'ifsc', 'bank', 'branch', 'kind', 'upiVpa'] as const;

/** A change is a new row: the old account stays in use until another user has verified the new one. */
function BankAccountForm({ old }: { old: Record<string, unknown> | null }) {
  const navigate = useNavigate();
  const { franchisee } = useSession();
  const kinds = Object.entries(bankAccountKinds)
    .filter(([kind]) => franchisee?.id === HEAD_OFFICE || kind === 'COLLECTION' || kind === 'PAYOUT')
    .map(([value, label]) => ({ value, label }));
  const form = {
    confirm: 'Save account',
    will: 'Asks for a one-time password; another user verifies the account',
    fields: { kind: { options: kinds } },
    done: 'Saved. Waiting for verification by another user.',
    onDone: () => void navigate(LIST),
  };
  return (
    <PageFrame
      title={old ? `Change the account ••••${String(old['last4'])}` : 'Add bank account'}
      crumbs={[{ label: 'Bank details', to: LIST }]}
      context="centre"
    >
      {old ? (
        <CommandForm
          of={bankAccountContract.replace}
          start={{ id: String(old['id']), ...Object.fromEntries(KEPT.map((name) => [name, old[name]])) }}
          groups={groups.map((group) => ({
            ...group,
            help: 'The account number is entered anew. The old account stays in use until this one is verified.',
          }))}
          {...form}
        />
      ) : (
        <CommandForm
          of={bankAccountContract.create}
          start={{ kind: 'COLLECTION' }}
          groups={groups}
          {...form}
        />
      )}
    </PageFrame>
  );
}
