import { useQuery } from '@aangan/web/api/use-query.ts';
import { Field } from '@aangan/web/form/field.tsx';
import { Form } from '@aangan/web/form/form.tsx';
import { SaveBar } from '@aangan/web/form/save-bar.tsx';
import { useForm } from '@aangan/web/form/use-form.ts';
import { notice } from '@aangan/web/ui/notices.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { Stack } from '@mantine/core';
import { useNavigate } from 'react-router';
import { componentKindTitles } from '../fee-plan/plan-shape.ts';
import { feeTypeContract } from './fee-type.contract.ts';
import { taxRate } from './tax-rate.record.ts';

const kinds = Object.entries(componentKindTitles).map(([value, label]) => ({ value, label }));
const bases = [
  { value: 'NET', label: 'On the fee after concessions' },
  { value: 'GROSS', label: 'On the full fee' },
  { value: 'NONE', label: 'No royalty' },
];

export function FeeTypeForm() {
  const navigate = useNavigate();
  const rates = useQuery(taxRate.endpoints.list, { limit: 100 });
  const form = useForm(feeTypeContract.create, {
    start: { refundable: false, oneTime: false, royaltyBase: 'NET', taxCode: 'EDUCATION' },
    draft: 'fee-type-new',
    onDone: () => {
      notice.ok('The fee type is saved. Another user approves it.');
      navigate('/fee-types/feeTypes-list');
    },
  });
  const rows = (rates.data as { rows: { code: string; description: string }[] } | undefined)?.rows ?? [];
  const taxes = [
    ...new Map(
      rows.map((row) => [row.code, { value: row.code, label: `${row.code}: ${row.description}` }]),
    ).values(),
  ];
  return (
    <PageFrame title="Add fee type" crumbs={[{ label: 'Fee types', to: '/fee-types/feeTypes-list' }]}>
      <Form form={form}>
        <Section title="Fee type" help="The kind decides the account it is booked on.">
          <Stack gap="md">
            <Field name="name" kind="text" label="Name" max={80} />
            <Field
              name="code"
              kind="text"
              label="Code"
              help="Capital letters, digits and _, for example SPORTS_DAY"
              max={30}
            />
            <Field name="componentKind" kind="choice" label="Kind" options={kinds} />
            <Field name="royaltyBase" kind="choice" label="Royalty" options={bases} />
            {taxes.length > 0 ? (
              <Field name="taxCode" kind="choice" label="Tax" options={taxes} optional />
            ) : null}
            <Field name="sac" kind="text" label="SAC" help="4 to 8 digits" optional max={8} />
            <Field
              name="oneTime"
              kind="boolean"
              label="Once only (never prorated, whole in the first instalment)"
            />
            <Field name="refundable" kind="boolean" label="Refundable" />
          </Stack>
        </Section>
        <SaveBar form={form} label="Save fee type" will="Saves it for another user's approval" />
      </Form>
    </PageFrame>
  );
}
