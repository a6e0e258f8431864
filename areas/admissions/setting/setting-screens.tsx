import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { Field } from '@aangan/web/form/field.tsx';
import { Form } from '@aangan/web/form/form.tsx';
import { SaveBar } from '@aangan/web/form/save-bar.tsx';
import { useForm } from '@aangan/web/form/use-form.ts';
import { notice } from '@aangan/web/ui/notices.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { Tag } from '@aangan/web/ui/status-tag.tsx';
import { DateText } from '@aangan/web/ui/values.tsx';
import { Button, Modal, Stack, Table, Text } from '@mantine/core';
import { useState } from 'react';
import { admissionSettingContract, ageRuleContract } from './setting.contract.ts';

type Settings = OutputOf<typeof admissionSettingContract.get>;
type Rule = OutputOf<typeof ageRuleContract.list>['rows'][number];

export function AdmissionSettings() {
  const query = useQuery(admissionSettingContract.get, {});
  return (
    <QueryState query={query}>
      {(settings) => <SettingsForm settings={settings} onSaved={() => void query.refetch()} />}
    </QueryState>
  );
}

function SettingsForm({ settings, onSaved }: { settings: Settings; onSaved: () => void }) {
  const { own, canChange, ...start } = settings;
  const form = useForm(admissionSettingContract.save, {
    start,
    disabled: !canChange,
    onDone: () => {
      notice.ok('The settings are saved.');
      onSaved();
    },
  });
  return (
    <Form form={form}>
      <Section
        title="How children come in"
        help={own ? 'This centre’s own settings.' : 'The network’s settings; saving makes this centre’s own.'}
      >
        <Stack gap="md">
          <Field
            name="flow"
            kind="choice"
            label="After an application"
            options={[
              { value: 'FULL', label: 'Registration with documents and a kept seat, then the admission' },
              { value: 'SHORT', label: 'The admission at once' },
            ]}
          />
          <Field
            name="confirmPayment"
            kind="choice"
            label="Before an admission is confirmed"
            options={[
              { value: 'NONE', label: 'No payment is needed' },
              { value: 'ANY', label: 'Some payment has arrived' },
              { value: 'FIRST_INSTALMENT', label: 'The first instalment is paid' },
            ]}
          />
        </Stack>
      </Section>
      <Section title="How long things stay open">
        <Stack gap="md">
          <Field name="linkDaysApplication" kind="integer" label="Days of an application link" />
          <Field name="linkDaysRegistration" kind="integer" label="Days of a registration link" />
          <Field name="linkDaysAdmission" kind="integer" label="Days of an admission link" />
          <Field name="waitlistOfferHours" kind="integer" label="Hours to answer the offer of a seat" />
        </Stack>
      </Section>
      {canChange ? <SaveBar label="Save settings" /> : null}
    </Form>
  );
}

const states: Readonly<Record<string, string>> = { '27': 'Maharashtra', '07': 'Delhi', '29': 'Karnataka' };

export function AgeRules() {
  const query = useQuery(ageRuleContract.list, {});
  const [editing, setEditing] = useState<Rule | null>(null);
  return (
    <QueryState query={query}>
      {({ rows, canChange }) => (
        <Section
          title="Age at entry"
          help="A centre’s own row wins over its state’s, and that over the network’s. Decided forms keep their verdict."
          flush
        >
          {rows.length === 0 ? (
            <Text size="sm" p="md">
              No rule for this year: the ages of each class count, measured on 1 June.
            </Text>
          ) : (
            <Table.ScrollContainer minWidth={640}>
              <Table horizontalSpacing="md">
                <Table.Thead>
                  <Table.Tr>
                    <Table.Th>Class</Table.Th>
                    <Table.Th>For</Table.Th>
                    <Table.Th>Measured on</Table.Th>
                    <Table.Th ta="end">From, months</Table.Th>
                    <Table.Th ta="end">To, months</Table.Th>
                    <Table.Th ta="end">May be relaxed by</Table.Th>
                    <Table.Th />
                  </Table.Tr>
                </Table.Thead>
                <Table.Tbody>
                  {rows.map((rule) => (
                    <Table.Tr key={rule.id}>
                      <Table.Td>{rule.className}</Table.Td>
                      <Table.Td>
                        {rule.own ? (
                          <Tag tone="info">This centre</Tag>
                        ) : rule.stateCode ? (
                          (states[rule.stateCode] ?? `State ${rule.stateCode}`)
                        ) : (
                          'Network'
                        )}
                      </Table.Td>
                      <Table.Td>
                        {rule.cutOffOn ? <DateText day={rule.cutOffOn} /> : 'The first day'}
                      </Table.Td>
                      <Table.Td ta="end">{rule.minMonths}</Table.Td>
                      <Table.Td ta="end">{rule.maxMonths}</Table.Td>
                      <Table.Td ta="end">{rule.relaxDays} days</Table.Td>
                      <Table.Td ta="end">
                        {canChange ? (
                          <Button size="compact-sm" variant="subtle" onClick={() => setEditing(rule)}>
                            {rule.own ? 'Change' : 'Own rule'}
                          </Button>
                        ) : null}
                      </Table.Td>
                    </Table.Tr>
                  ))}
                </Table.Tbody>
              </Table>
            </Table.ScrollContainer>
          )}
          {editing ? (
            <EditRule
              rule={editing}
              onClose={() => setEditing(null)}
              onDone={() => {
                setEditing(null);
                void query.refetch();
              }}
            />
          ) : null}
        </Section>
      )}
    </QueryState>
  );
}

function EditRule({ rule, onClose, onDone }: { rule: Rule; onClose: () => void; onDone: () => void }) {
  const form = useForm(ageRuleContract.save, {
    start: {
      classId: rule.classId,
      stateCode: rule.stateCode,
      basis: rule.basis,
      cutOffOn: rule.cutOffOn,
      minMonths: rule.minMonths,
      maxMonths: rule.maxMonths,
      relaxDays: rule.relaxDays,
      maxBlocks: rule.maxBlocks,
    },
    onDone: () => {
      notice.ok('The rule is saved.');
      onDone();
    },
  });
  return (
    <Modal opened onClose={onClose} title={`Age of ${rule.className}`} size="lg">
      <Form form={form}>
        <Field
          name="basis"
          kind="choice"
          label="Measured"
          options={[
            { value: 'CUT_OFF', label: 'On one day for all' },
            { value: 'JOINING', label: 'On the child’s first day' },
          ]}
          onPicked={(value) => {
            if (value === 'JOINING') form.set('cutOffOn', null);
          }}
        />
        {form.values['basis'] === 'CUT_OFF' ? (
          <Field name="cutOffOn" kind="date" label="Cut-off day" />
        ) : null}
        <Field name="minMonths" kind="integer" label="From, completed months" />
        <Field name="maxMonths" kind="integer" label="To, completed months" />
        <Field name="relaxDays" kind="integer" label="Days an exception may relax" />
        <Field name="maxBlocks" kind="boolean" label="Older children are refused" />
        <SaveBar label="Save rule" onCancel={onClose} />
      </Form>
    </Modal>
  );
}
