import type { InputOf } from '@aangan/contract/endpoint.ts';
import { addDays, formatDateTime, todayIst } from '@aangan/contract/period.ts';
import { serverNow } from '@aangan/web/api/server-clock.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { Field } from '@aangan/web/form/field.tsx';
import { Form } from '@aangan/web/form/form.tsx';
import type { FormModel } from '@aangan/web/form/form-model.ts';
import { SaveBar } from '@aangan/web/form/save-bar.tsx';
import { useForm } from '@aangan/web/form/use-form.ts';
import { formatDay } from '@aangan/web/format.ts';
import { notice } from '@aangan/web/ui/notices.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Alert, Modal, Stack, Text } from '@mantine/core';
import type { Franchisee } from './franchisee-detail.ts';
import { franchiseeLife } from './franchisee-life.contract.ts';
import { BLOCKS } from './suspension.ts';

type Asked = InputOf<typeof franchiseeLife.suspendPreview>;

const causes = [
  { value: 'DUES', label: 'Dues' },
  { value: 'AUDIT', label: 'Audit' },
  { value: 'LEGAL', label: 'Legal' },
  { value: 'REQUEST', label: 'Own request' },
];
const blocks = Object.entries(BLOCKS).map(([value, label]) => ({ value, label }));
const MOST_DAYS = 180;
const FIRST_DAYS = 30;

/** Why, until when and what is blocked, with what that would stop before anybody confirms it. */
export function SuspendDialog({ franchisee, onClose }: { franchisee: Franchisee; onClose: () => void }) {
  const today = todayIst(serverNow());
  const form = useForm(franchiseeLife.suspend, {
    start: {
      franchiseeId: franchisee.id,
      kind: 'DUES',
      until: addDays(today, FIRST_DAYS),
      blocks: ['NEW_ADMISSION', 'KIT_ORDER'],
    },
    ifMatch: franchisee.version,
    onDone: () => {
      notice.ok('Suspended. The owner is notified.');
      onClose();
    },
  });
  return (
    <Modal opened onClose={onClose} title={`Suspend ${franchisee.label}`} size="lg">
      <Form form={form}>
        <Stack>
          <Field name="kind" kind="choice" label="Why" options={causes} />
          <Field name="reason" kind="longText" label="Reason, as the owner reads it" max={500} />
          <Field name="until" kind="date" label="Until" earliest={today} latest={addDays(today, MOST_DAYS)} />
          <Field
            name="blocks"
            kind="choices"
            label="What is blocked"
            options={blocks}
            help="Fees, attendance, transport and parents' access always go on"
          />
          <WhatIf form={form} franchiseeId={franchisee.id} />
        </Stack>
        <SaveBar label="Suspend" danger onCancel={onClose} />
      </Form>
    </Modal>
  );
}

const asInput = ({ values }: FormModel, franchiseeId: number) => ({
  franchiseeId,
  kind: values['kind'] as Asked['kind'],
  until: String(values['until'] ?? ''),
});

/** What the suspension meets as it stands in the form; nothing of it is done yet. */
function WhatIf({ form, franchiseeId }: { form: FormModel; franchiseeId: number }) {
  const input = asInput(form, franchiseeId);
  const query = useQuery(franchiseeLife.suspendPreview, input, { enabled: input.until !== '' });
  const chosen = (form.values['blocks'] ?? []) as readonly string[];
  if (input.until === '') return null;
  return (
    <QueryState query={query}>
      {(preview) => (
        <Alert
          color="warning"
          title={`From ${formatDateTime(new Date(preview.from))} to ${formatDay(input.until)}`}
        >
          <Stack gap="xs">
            <Text size="sm" fw={500}>
              Stops
            </Text>
            <Lines
              lines={preview.stops
                .filter((stop) => chosen.includes(stop.ability))
                .map((stop) =>
                  stop.meets.length > 0
                    ? `${BLOCKS[stop.ability]}: ${stop.meets.join('; ')}`
                    : `${BLOCKS[stop.ability]}: nothing is waiting now`,
                )}
            />
            <Text size="sm" fw={500}>
              Goes on
            </Text>
            <Lines
              lines={[
                ...preview.goesOn,
                ...preview.stops
                  .filter((stop) => !chosen.includes(stop.ability) && stop.meets.length > 0)
                  .map((stop) => `${BLOCKS[stop.ability]}: ${stop.meets.join('; ')}`),
              ]}
            />
            <Text size="sm">
              {preview.told.length > 0
                ? `Told at once: ${preview.told.join(', ')}.`
                : 'Nobody leads this centre, so nobody is notified.'}
            </Text>
          </Stack>
        </Alert>
      )}
    </QueryState>
  );
}

const Lines = ({ lines }: { lines: readonly string[] }) => (
  <ul style={{ margin: 0, paddingInlineStart: 20, fontSize: 'var(--mantine-font-size-sm)' }}>
    {lines.map((line) => (
      <li key={line}>{line}</li>
    ))}
  </ul>
);
