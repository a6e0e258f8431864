import { useQuery } from '@aangan/web/api/use-query.ts';
import { Field } from '@aangan/web/form/field.tsx';
import { Form } from '@aangan/web/form/form.tsx';
import { SaveBar } from '@aangan/web/form/save-bar.tsx';
import { useForm } from '@aangan/web/form/use-form.ts';
import { useSession } from '@aangan/web/session/use-session.ts';
import { notice } from '@aangan/web/ui/notices.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { Stack } from '@mantine/core';
import { useNavigate, useParams } from 'react-router';
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

/** A change is a new row: the old account stays in use until another user has verified the new one. */
function BankAccountForm({ old }: { old: Record<string, unknown> | null }) {
  const navigate = useNavigate();
  const { franchisee } = useSession();
  const done = () => {
    notice.ok('Saved. Waiting for verification by another user.');
    navigate(LIST);
  };
  const shown = ['holder', 'ifsc', 'bank', 'branch', 'kind', 'upiVpa'] as const;
  const start = old ? Object.fromEntries(shown.map((name) => [name, old[name]])) : { kind: 'COLLECTION' };
  const add = useForm(bankAccountContract.create, { start, onDone: done, disabled: old !== null });
  const change = useForm(bankAccountContract.replace, {
    start,
    onDone: done,
    disabled: old === null,
    toInput: (values) => ({ ...values, id: old?.['id'] }),
  });
  const form = old ? change : add;
  const kinds = Object.entries(bankAccountKinds)
    .filter(([kind]) => franchisee?.id === 1 || kind === 'COLLECTION' || kind === 'PAYOUT')
    .map(([value, label]) => ({ value, label }));
  return (
    <PageFrame
      title={old ? `Change the account ••••${String(old['last4'])}` : 'Add bank account'}
      crumbs={[{ label: 'Bank details', to: LIST }]}
      context="centre"
    >
      <Form form={form}>
        <Section
          title="Account"
          {...(old
            ? {
                help: 'The account number is entered anew. The old account stays in use until this one is verified.',
              }
            : {})}
        >
          <Stack gap="md">
            <Field name="holder" kind="text" label="Account holder" max={120} />
            <Field name="accountNo" kind="text" label="Account number" max={30} />
            <Field name="accountNoAgain" kind="text" label="Account number again" max={30} />
            <Field
              name="ifsc"
              kind="text"
              label="IFSC"
              help="11 characters, for example HDFC0001234"
              max={11}
            />
            <Field name="bank" kind="text" label="Bank" max={80} />
            <Field name="branch" kind="text" label="Branch" max={80} />
            <Field name="kind" kind="choice" label="Used for" options={kinds} />
            <Field name="upiVpa" kind="text" label="UPI id" optional max={100} />
            <Field name="validFrom" kind="date" label="In use from" optional />
            <Field
              name="proofFile"
              kind="file"
              label="Proof (cancelled cheque or statement)"
              optional
              accept={['pdf', 'jpg', 'png']}
            />
          </Stack>
        </Section>
        <SaveBar
          form={form}
          label="Save account"
          will="Asks for a one-time password; another user verifies the account"
        />
      </Form>
    </PageFrame>
  );
}
