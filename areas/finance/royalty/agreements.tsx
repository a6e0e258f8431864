import { useCommand } from '@aangan/web/api/use-command.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { FieldInput } from '@aangan/web/fields/field-input.tsx';
import { formatPercent } from '@aangan/web/format.ts';
import { HistoryDrawer } from '@aangan/web/record/history-panel.tsx';
import { useSession } from '@aangan/web/session/use-session.ts';
import { ConfirmDialog } from '@aangan/web/ui/confirm-dialog.tsx';
import { DialogFoot } from '@aangan/web/ui/dialog-foot.tsx';
import { EmptyState } from '@aangan/web/ui/empty-state.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { StatusTag } from '@aangan/web/ui/status-tag.tsx';
import { DateText } from '@aangan/web/ui/values.tsx';
import { Button, Group, Modal, SimpleGrid, Stack, Table, Text } from '@mantine/core';
import { useState } from 'react';
import { financeModules } from '../modules.ts';
import { useSureCommand } from '../use-sure-command.tsx';
import '../finance-look.tsx';
import { type AgreementRow, royaltyAgreementContract } from './royalty.contract.ts';

type What = 'submit' | 'approve' | 'reject' | 'history';

const bases = [
  { value: 'NET', label: 'The fee after concessions' },
  { value: 'GROSS', label: 'The full fee' },
  { value: 'NET_IF_HO', label: 'After concessions that head office approved' },
];
const models = [
  { value: 'COLLECTED', label: 'Share of what is collected' },
  { value: 'NONE', label: 'No royalty' },
];

/** Versions of every centre's agreement; an approved one is never rewritten, a change is the next version. */
export function Agreements() {
  const { holds, franchisee } = useSession();
  const query = useQuery(royaltyAgreementContract.list, {});
  const [asked, setAsked] = useState<{ row: AgreementRow; what: What } | null>(null);
  const [form, setForm] = useState<{ row: AgreementRow | null } | null>(null);
  const makes = holds(financeModules.royalty, true) && franchisee === null;
  return (
    <Section
      title="Agreements"
      flush
      actions={
        makes ? (
          <Button size="xs" onClick={() => setForm({ row: null })}>
            New agreement
          </Button>
        ) : undefined
      }
    >
      <QueryState query={query}>
        {({ rows }) =>
          rows.length === 0 ? (
            <EmptyState
              title="No agreement yet"
              help="Without an approved agreement no royalty is accrued."
            />
          ) : (
            <Table.ScrollContainer minWidth={720}>
              <Table horizontalSpacing="md">
                <Table.Thead>
                  <Table.Tr>
                    <Table.Th>Centre</Table.Th>
                    <Table.Th>Version</Table.Th>
                    <Table.Th>From</Table.Th>
                    <Table.Th>To</Table.Th>
                    <Table.Th ta="right">Rate</Table.Th>
                    <Table.Th>On</Table.Th>
                    <Table.Th>Status</Table.Th>
                    <Table.Th />
                  </Table.Tr>
                </Table.Thead>
                <Table.Tbody>
                  {rows.map((row) => (
                    <Table.Tr key={row.id}>
                      <Table.Td>{row.franchiseeName}</Table.Td>
                      <Table.Td>{row.agreementVersion}</Table.Td>
                      <Table.Td>
                        <DateText day={row.terms.fromOn} />
                      </Table.Td>
                      <Table.Td>{row.terms.toOn ? <DateText day={row.terms.toOn} /> : 'No end'}</Table.Td>
                      <Table.Td ta="right">
                        {row.terms.model === 'NONE' ? 'none' : formatPercent(row.terms.defaultBp)}
                      </Table.Td>
                      <Table.Td>
                        {bases.find((base) => base.value === row.terms.concessionTreatment)?.label}
                      </Table.Td>
                      <Table.Td>
                        <StatusTag area="royalty-agreement" state={row.status} />
                        {row.approvedByName ? (
                          <Text size="xs" c="dimmed">{`by ${row.approvedByName}`}</Text>
                        ) : null}
                      </Table.Td>
                      <Table.Td>
                        <Group gap="xs" wrap="nowrap">
                          {row.can['update'] ? (
                            <Button size="compact-xs" variant="default" onClick={() => setForm({ row })}>
                              Edit
                            </Button>
                          ) : null}
                          {row.can['submit'] ? (
                            <Button
                              size="compact-xs"
                              variant="light"
                              onClick={() => setAsked({ row, what: 'submit' })}
                            >
                              Submit
                            </Button>
                          ) : null}
                          {row.can['approve'] ? (
                            <Button size="compact-xs" onClick={() => setAsked({ row, what: 'approve' })}>
                              Approve
                            </Button>
                          ) : null}
                          {row.can['reject'] ? (
                            <Button
                              size="compact-xs"
                              variant="default"
                              color="danger"
                              onClick={() => setAsked({ row, what: 'reject' })}
                            >
                              Send back
                            </Button>
                          ) : null}
                          <Button
                            size="compact-xs"
                            variant="subtle"
                            onClick={() => setAsked({ row, what: 'history' })}
                          >
                            History
                          </Button>
                        </Group>
                      </Table.Td>
                    </Table.Tr>
                  ))}
                </Table.Tbody>
              </Table>
            </Table.ScrollContainer>
          )
        }
      </QueryState>
      {asked ? <Decide {...asked} onClose={() => setAsked(null)} /> : null}
      {form ? <AgreementForm row={form.row} onClose={() => setForm(null)} /> : null}
    </Section>
  );
}

function Decide({ row, what, onClose }: { row: AgreementRow; what: What; onClose: () => void }) {
  const submit = useSureCommand(royaltyAgreementContract.submit, {
    onDone: () => notice.ok('Submitted. Another user approves it.'),
  });
  const approve = useSureCommand(royaltyAgreementContract.approve, {
    refresh: ['royalty'],
    onDone: () => notice.ok('Approved. It applies from its first day.'),
  });
  const reject = useSureCommand(royaltyAgreementContract.reject, {
    onDone: () => notice.ok('Sent back with your reason.'),
  });
  const which = { franchiseeId: row.franchiseeId, id: row.id };
  const name = `version ${row.agreementVersion} of ${row.franchiseeName}`;
  if (what === 'history')
    return (
      <HistoryDrawer kind="royalty-agreement" id={row.id} title={`History of ${name}`} onClose={onClose} />
    );
  if (what === 'submit')
    return (
      <ConfirmDialog
        opened
        onClose={onClose}
        title={`Submit ${name}?`}
        text="Another user approves it."
        confirm="Submit agreement"
        run={() => submit(which, row.version)}
      />
    );
  if (what === 'approve')
    return (
      <ConfirmDialog
        opened
        onClose={onClose}
        title={`Approve ${name}?`}
        text="The agreement before ends the day before this one begins. Receipts keep the version they were accrued under."
        confirm="Approve agreement"
        run={() => approve(which, row.version)}
      />
    );
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={`Send ${name} back?`}
      confirm="Send back"
      danger
      reason={{ label: 'Reason', required: true, max: 500 }}
      run={(reason) => reject({ ...which, reason }, row.version)}
    />
  );
}

function AgreementForm({ row, onClose }: { row: AgreementRow | null; onClose: () => void }) {
  const [franchiseeId, setFranchiseeId] = useState<number | null>(row?.franchiseeId ?? null);
  const [terms, setTerms] = useState({
    fromOn: row?.terms.fromOn ?? '',
    model: row?.terms.model ?? ('COLLECTED' as const),
    defaultBp: row?.terms.defaultBp ?? 1500,
    concessionTreatment: row?.terms.concessionTreatment ?? ('NET' as const),
    discountCapBp: row?.terms.discountCapBp ?? null,
    marketingBp: row?.terms.marketingBp ?? 0,
    dueDays: row?.terms.dueDays ?? 10,
  });
  const [slab, setSlab] = useState({
    from: row?.terms.slabs[1]?.from ?? (null as number | null),
    bp: row?.terms.slabs[1]?.bp ?? (null as number | null),
  });
  const save = useCommand(royaltyAgreementContract.save, {
    onDone: () => {
      notice.ok('Draft saved.');
      onClose();
    },
  });
  const slabs =
    slab.from && slab.bp !== null
      ? [
          { from: 0, bp: terms.defaultBp },
          { from: slab.from, bp: slab.bp },
        ]
      : [];
  const keep = () =>
    void save.run({
      franchiseeId: franchiseeId ?? 0,
      ...(row ? { id: row.id, version: row.version } : {}),
      terms: { ...(row?.terms ?? {}), ...terms, slabs },
    });
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      centered
      title={row ? `Agreement of ${row.franchiseeName}, version ${row.agreementVersion}` : 'New agreement'}
    >
      <Stack gap="md">
        {row ? null : (
          <FieldInput
            kind="reference"
            to="franchisee"
            name="franchiseeId"
            label="Centre"
            value={franchiseeId}
            onChange={(value) => setFranchiseeId((value as number | null) ?? null)}
          />
        )}
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
          <FieldInput
            kind="date"
            name="fromOn"
            label="Applies from"
            value={terms.fromOn || null}
            onChange={(value) => setTerms({ ...terms, fromOn: String(value ?? '') })}
          />
          <FieldInput
            kind="choice"
            name="model"
            label="Royalty"
            options={models}
            value={terms.model}
            onChange={(value) => setTerms({ ...terms, model: value as 'COLLECTED' })}
          />
          <FieldInput
            kind="percent"
            name="defaultBp"
            label="Rate"
            value={terms.defaultBp}
            onChange={(value) => setTerms({ ...terms, defaultBp: Number(value ?? 0) })}
          />
          <FieldInput
            kind="choice"
            name="concessionTreatment"
            label="Taken on"
            options={bases}
            value={terms.concessionTreatment}
            onChange={(value) => setTerms({ ...terms, concessionTreatment: value as 'NET' })}
          />
          <FieldInput
            kind="percent"
            name="discountCapBp"
            label="Concession limit"
            optional
            value={terms.discountCapBp}
            onChange={(value) => setTerms({ ...terms, discountCapBp: (value as number | null) ?? null })}
          />
          <FieldInput
            kind="percent"
            name="marketingBp"
            label="Marketing contribution"
            value={terms.marketingBp}
            onChange={(value) => setTerms({ ...terms, marketingBp: Number(value ?? 0) })}
          />
          <FieldInput
            kind="money"
            name="slabFrom"
            label="From this much base a year"
            optional
            value={slab.from}
            onChange={(value) => setSlab({ ...slab, from: (value as number | null) ?? null })}
          />
          <FieldInput
            kind="percent"
            name="slabBp"
            label="this rate"
            optional
            value={slab.bp}
            onChange={(value) => setSlab({ ...slab, bp: (value as number | null) ?? null })}
          />
          <FieldInput
            kind="integer"
            name="dueDays"
            label="Invoices are due after days"
            min={0}
            max={120}
            value={terms.dueDays}
            onChange={(value) => setTerms({ ...terms, dueDays: Number(value ?? 10) })}
          />
        </SimpleGrid>
        <DialogFoot error={save.error} onCancel={onClose}>
          <Button
            loading={save.running}
            disabled={franchiseeId === null || terms.fromOn === ''}
            onClick={keep}
          >
            Save draft
          </Button>
        </DialogFoot>
      </Stack>
    </Modal>
  );
}
