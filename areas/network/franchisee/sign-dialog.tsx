import { todayIst } from '@aangan/contract/period.ts';
import { serverNow } from '@aangan/web/api/server-clock.ts';
import { Field } from '@aangan/web/form/field.tsx';
import { Form } from '@aangan/web/form/form.tsx';
import { SaveBar } from '@aangan/web/form/save-bar.tsx';
import { useForm } from '@aangan/web/form/use-form.ts';
import { notice } from '@aangan/web/ui/notices.tsx';
import { Modal, Stack } from '@mantine/core';
import type { Franchisee } from './franchisee-detail.ts';
import { franchiseeLife } from './franchisee-life.contract.ts';

const kinds = [
  ['INDIVIDUAL', 'Individual'],
  ['HUF', 'HUF'],
  ['PROPRIETOR', 'Proprietor'],
  ['PARTNERSHIP', 'Partnership'],
  ['LLP', 'LLP'],
  ['COMPANY', 'Company'],
  ['TRUST', 'Trust'],
].map(([value = '', label = '']) => ({ value, label }));

/** The day of the signature and the partner who signed. */
export function SignDialog({ franchisee, onClose }: { franchisee: Franchisee; onClose: () => void }) {
  const today = todayIst(serverNow());
  const owned = franchisee.model === 'FOFO';
  const form = useForm(franchiseeLife.sign, {
    start: { signedOn: today, kind: 'INDIVIDUAL' },
    ifMatch: franchisee.version,
    toInput: ({ signedOn, legalName, kind, pan, email, mobile }) => ({
      franchiseeId: franchisee.id,
      signedOn,
      partner: owned
        ? { legalName, kind, pan, ...(email ? { email } : {}), ...(mobile ? { mobile } : {}) }
        : null,
    }),
    refresh: ['checklist'],
    onDone: () => {
      notice.ok('Signed. The checklist has begun.');
      onClose();
    },
  });
  return (
    <Modal opened onClose={onClose} title={`Sign ${franchisee.label}`}>
      <Form form={form}>
        <Stack>
          <Field name="signedOn" kind="date" label="Signed on" latest={today} />
          {owned ? (
            <>
              <Field name="legalName" kind="text" label="Partner's legal name" max={120} />
              <Field name="kind" kind="choice" label="Kind" options={kinds} />
              <Field
                name="pan"
                kind="text"
                label="PAN"
                max={10}
                help="A partner with this PAN is found again"
              />
              <Field name="email" kind="email" label="Partner's e-mail" optional />
              <Field name="mobile" kind="phone" label="Partner's mobile" optional />
            </>
          ) : null}
        </Stack>
        <SaveBar label="Sign" onCancel={onClose} />
      </Form>
    </Modal>
  );
}
