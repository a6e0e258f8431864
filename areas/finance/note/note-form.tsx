import { todayIst } from '@aangan/contract/period.ts';
import { call } from '@aangan/web/api/call.ts';
import { serverNow } from '@aangan/web/api/server-clock.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { FieldInput } from '@aangan/web/fields/field-input.tsx';
import { Field } from '@aangan/web/form/field.tsx';
import { Form } from '@aangan/web/form/form.tsx';
import type { FormModel } from '@aangan/web/form/form-model.ts';
import type { Values } from '@aangan/web/form/form-values.ts';
import { SaveBar } from '@aangan/web/form/save-bar.tsx';
import { useCommandForm } from '@aangan/web/form/use-command-form.tsx';
import { formatRupees } from '@aangan/web/format.ts';
import { useSession } from '@aangan/web/session/use-session.ts';
import { dayColumn, moneyColumn, textColumn } from '@aangan/web/table/column.tsx';
import { ShortTable } from '@aangan/web/table/short-table.tsx';
import { Facts, Section, TwoColumns } from '@aangan/web/ui/section.tsx';
import { Money } from '@aangan/web/ui/values.tsx';
import { Alert, SimpleGrid, Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useNavigate } from 'react-router';
import { noteContract } from './note.contract.ts';
import { type NoteReason, noteReasons, reasonTitles } from './note.states.ts';

const isCredit = (values: Readonly<Values>) => values['type'] === 'CREDIT';
const ofChild = (values: Readonly<Values>) => values['party'] === 'STUDENT';
const ofCentre = (values: Readonly<Values>) => values['party'] === 'FRANCHISEE';

/** What may be chosen follows from who it is for and which kind it is. */
export function NoteForm() {
  const navigate = useNavigate();
  // Head office alone writes notes of centres.
  const headOffice = useSession().holds('level_7');
  const { form, draw } = useCommandForm(
    {
      of: noteContract.submit,
      start: { party: 'STUDENT', type: 'CREDIT', lines: [] },
      refresh: ['note', 'home'],
      fields: {
        franchiseeId: { when: ofCentre, optional: false },
        amount: { when: (values) => ofCentre(values) || !isCredit(values), optional: false },
        taxCode: { when: (values) => ofCentre(values) && !isCredit(values) },
        dueOn: { when: (values) => !isCredit(values), earliest: todayIst(serverNow()) },
      },
      done: ({ total }) => `Asked for: ${formatRupees(total)}. Another person approves it.`,
    },
    { onDone: () => void navigate('/ledger/transaction/add?tab=notes') },
  );
  const { values } = form;
  const choices = useChoices(values);
  const dues = choices.data?.dues ?? [];
  const reasons = (Object.keys(noteReasons) as NoteReason[])
    .filter(
      (code) => noteReasons[code].party === values['party'] && noteReasons[code].type === values['type'],
    )
    .map((value) => ({ value, label: reasonTitles[value] }));
  const startAnew = () =>
    form.setMany({ feeAccountId: null, reasonCode: null, dueId: null, amount: null, lines: [] });
  return (
    <Form form={form} wide>
      <TwoColumns
        main={
          <Section title="Note">
            <Stack gap="md">
              <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
                {headOffice ? draw('party', { onPicked: startAnew }) : null}
                {draw('type', { onPicked: startAnew })}
              </SimpleGrid>
              {ofChild(values) ? (
                <Field
                  name="feeAccountId"
                  kind="reference"
                  label="Child"
                  search={childrenLike}
                  onPicked={() => form.set('lines', [])}
                />
              ) : (
                draw('franchiseeId', { onPicked: () => form.set('dueId', null) })
              )}
              {draw('reasonCode', { options: reasons })}
              {ofCentre(values) && isCredit(values) ? (
                <Field
                  name="dueId"
                  kind="reference"
                  label="Against"
                  search={async (words) => dues.filter((due) => has(due.label, words))}
                  help={values['dueId'] ? leftOf(dues, values['dueId']) : 'Choose the centre first'}
                />
              ) : null}
              {ofChild(values) && isCredit(values) ? (
                <ChargesToCredit form={form} lines={choices.data?.lines ?? []} />
              ) : (
                <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
                  {draw('amount', {
                    help: ofCentre(values) ? 'Before tax' : 'Tax included',
                  })}
                  {ofCentre(values) && !isCredit(values) ? draw('taxCode') : null}
                  {isCredit(values) ? null : draw('dueOn')}
                </SimpleGrid>
              )}
              {draw('reason')}
              {draw('attachmentFile')}
            </Stack>
          </Section>
        }
        rail={
          <Section title="What it comes to">
            <Preview values={values} />
          </Section>
        }
      />
      <SaveBar label="Ask for approval" will="Another person approves it, then it is numbered and booked" />
    </Form>
  );
}

const childrenLike = async (q: string) =>
  q.trim() ? (await call(noteContract.choices, { q })).children : [];

function useChoices(values: Readonly<Values>) {
  const feeAccountId = values['feeAccountId'];
  const franchiseeId = values['franchiseeId'];
  const input = {
    ...(ofChild(values) && typeof feeAccountId === 'string' ? { feeAccountId } : {}),
    ...(ofCentre(values) && typeof franchiseeId === 'number' ? { franchiseeId } : {}),
  };
  return useQuery(noteContract.choices, input, { enabled: Object.keys(input).length > 0 });
}

const has = (label: string, words: string) => label.toLowerCase().includes(words.toLowerCase());

type Choices = NonNullable<ReturnType<typeof useChoices>['data']>;

const leftOf = (dues: Choices['dues'], id: unknown): string => {
  const due = dues.find((one) => one.id === id);
  return due ? `${formatRupees(due.left)} before tax may still be credited` : '';
};

interface LineAmount {
  feeLineId: string;
  amount: number;
}

/** The billed charges of the child, each with what is credited of it. */
function ChargesToCredit({ form, lines }: { form: FormModel; lines: Choices['lines'] }) {
  const credited = (form.values['lines'] ?? []) as readonly LineAmount[];
  const amountOf = (id: string) => credited.find((one) => one.feeLineId === id)?.amount ?? null;
  const change = (feeLineId: string, amount: unknown) => {
    const others = credited.filter((one) => one.feeLineId !== feeLineId);
    form.set('lines', typeof amount === 'number' && amount > 0 ? [...others, { feeLineId, amount }] : others);
  };
  if (!form.values['feeAccountId']) return <Text c="dimmed">Choose the child to see what was billed.</Text>;
  if (lines.length === 0) return <Text c="dimmed">Nothing was billed to this child yet.</Text>;
  return (
    <>
      <ShortTable
        label="Charges"
        rows={lines}
        keyOf={(line) => line.id}
        minWidth={560}
        columns={[
          textColumn('label', 'Charge', (line: Choices['lines'][number]) => line.label),
          dayColumn('dueOn', 'Due', (line: Choices['lines'][number]) => line.dueOn),
          moneyColumn('net', 'Billed', (line: Choices['lines'][number]) => line.net, {
            second: (line) => (line.allocated > 0 ? `${formatRupees(line.allocated)} paid` : null),
          }),
          textColumn(
            'credit',
            'Credit',
            (line: Choices['lines'][number]) => (
              <FieldInput
                kind="money"
                name={`credit-${line.id}`}
                bare
                label={`Credit on ${line.label}`}
                value={amountOf(line.id)}
                onChange={(amount) => change(line.id, amount)}
              />
            ),
            { width: 150 },
          ),
        ]}
      />
      {form.errors['lines'] ? (
        <Text size="sm" c="var(--a-danger-text)" role="alert">
          {form.errors['lines']}
        </Text>
      ) : null}
    </>
  );
}

function Preview({ values }: { values: Readonly<Values> }) {
  const [asked] = useDebouncedValue(values, 250);
  const credit = ofChild(asked) && isCredit(asked);
  const lines = (asked['lines'] ?? []) as LineAmount[];
  const given = (name: string) => (asked[name] ? { [name]: asked[name] } : {});
  const ready =
    Boolean(asked['reasonCode']) &&
    Boolean(ofChild(asked) ? asked['feeAccountId'] : asked['franchiseeId']) &&
    (credit ? lines.length > 0 : Boolean(asked['amount'])) &&
    (!ofCentre(asked) || !isCredit(asked) || Boolean(asked['dueId']));
  const query = useQuery(
    noteContract.preview,
    {
      party: asked['party'] as 'STUDENT',
      type: asked['type'] as 'CREDIT',
      reasonCode: (asked['reasonCode'] ?? 'GOODWILL') as NoteReason,
      ...given(ofChild(asked) ? 'feeAccountId' : 'franchiseeId'),
      ...(ofCentre(asked) && isCredit(asked) ? given('dueId') : {}),
      ...(credit ? {} : given('amount')),
      ...(ofCentre(asked) && !isCredit(asked) ? given('taxCode') : {}),
      lines: credit ? lines : [],
    },
    { enabled: ready, keepPrevious: true, fresh: 0 },
  );
  const { data } = query;
  if (!ready || !data)
    return (
      <Text size="sm" c="dimmed">
        Choose who it is for, the reason and the amount.
      </Text>
    );
  if (data.refusal)
    return (
      <Alert color="warning" variant="light" role="status">
        {data.refusal}
      </Alert>
    );
  return (
    <Stack gap="sm">
      <Facts
        min={120}
        items={[
          { label: 'Before tax', value: <Money paise={data.taxable} /> },
          { label: 'Tax', value: <Money paise={data.tax} /> },
          { label: 'Together', value: <Money paise={data.total} /> },
          ...(data.freed > 0 ? [{ label: 'Becomes advance', value: <Money paise={data.freed} /> }] : []),
          ...(data.royalty > 0
            ? [{ label: 'Royalty taken back', value: <Money paise={data.royalty} /> }]
            : []),
        ]}
      />
      {data.freed > 0 ? (
        <Text size="sm" c="dimmed">
          This part was paid already: it pays other open charges, or waits as advance.
        </Text>
      ) : null}
    </Stack>
  );
}
