import { call } from '@aangan/web/api/call.ts';
import { newId } from '@aangan/web/api/new-id.ts';
import { refreshCached } from '@aangan/web/api/use-command.ts';
import { formatPercent, franchiseeLabel } from '@aangan/web/format.ts';
import { ConfirmDialog } from '@aangan/web/ui/confirm-dialog.tsx';
import { EmptyState } from '@aangan/web/ui/empty-state.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { StatusTag, Tag } from '@aangan/web/ui/status-tag.tsx';
import { DateText } from '@aangan/web/ui/values.tsx';
import { Button, Checkbox, Group, Table, Text, TextInput, VisuallyHidden } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type AgreementRow, royaltyAgreementContract } from '../../finance/royalty/royalty.contract.ts';
import { AgreementActions } from './agreement-actions.tsx';
import { differsIn } from './terms-words.tsx';

interface Props {
  rows: readonly AgreementRow[];
  standard: AgreementRow | null;
  today: string;
  onEdit: (row: AgreementRow) => void;
}

/** Agreements of the centres with what sets them apart, and the standard for chosen ones. */
export function CentreAgreements({ rows, standard, today, onEdit }: Props) {
  const client = useQueryClient();
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const [q, setQ] = useState('');
  const [asking, setAsking] = useState(false);
  const shown = rows.filter((row) => row.franchiseeName.toLowerCase().includes(q.trim().toLowerCase()));
  const open = new Set(
    rows.filter((row) => row.status === 'DRAFT' || row.status === 'PENDING').map((row) => row.franchiseeId),
  );
  const pick = (id: number, on: boolean) =>
    setChosen((before) => {
      const after = new Set(before);
      if (on) after.add(id);
      else after.delete(id);
      return after;
    });
  const apply = async () => {
    if (!standard) return;
    for (const franchiseeId of chosen) {
      const { fromOn: _from, toOn: _to, ...terms } = standard.terms;
      await call(
        royaltyAgreementContract.save,
        { franchiseeId, terms: { ...terms, fromOn: today, toOn: null, note: 'Network standard' } },
        { idempotencyKey: newId() },
      );
    }
    await refreshCached(client, ['royalty-agreement']);
    notice.ok(
      chosen.size === 1
        ? '1 draft made. Submit it for approval.'
        : `${chosen.size} drafts made. Submit them for approval.`,
    );
    setChosen(new Set());
  };
  return (
    <Section title="Agreements of the centres" flush>
      <Group gap="xs" px="md" pb="sm">
        <TextInput
          size="xs"
          placeholder="Search"
          aria-label="Search centres"
          value={q}
          onChange={(event) => setQ(event.currentTarget.value)}
        />
        {standard ? (
          <Button size="xs" variant="default" disabled={chosen.size === 0} onClick={() => setAsking(true)}>
            {chosen.size > 0 ? `Apply standard to ${chosen.size}` : 'Apply standard'}
          </Button>
        ) : null}
      </Group>
      {shown.length === 0 ? (
        <EmptyState
          title="No agreement yet"
          help="Agreements are made under Finance, Royalty, or from the standard."
          action={{ label: 'Open royalty', to: '/royalty/list' }}
        />
      ) : (
        <Table.ScrollContainer minWidth={560}>
          <Table horizontalSpacing="md">
            <Table.Thead>
              <Table.Tr>
                {standard ? (
                  <Table.Th w={40}>
                    <VisuallyHidden>Choose</VisuallyHidden>
                  </Table.Th>
                ) : null}
                <Table.Th>Centre</Table.Th>
                <Table.Th ta="right">Rate</Table.Th>
                {standard ? <Table.Th>Standard</Table.Th> : null}
                <Table.Th>Status</Table.Th>
                <Table.Th>
                  <VisuallyHidden>Actions</VisuallyHidden>
                </Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {shown.map((row) => {
                const own = standard ? differsIn(row.terms, standard.terms) : [];
                const current =
                  row.status === 'APPROVED' && (row.terms.toOn === null || row.terms.toOn >= today);
                return (
                  <Table.Tr key={row.id}>
                    {standard ? (
                      <Table.Td>
                        {current && own.length > 0 && !open.has(row.franchiseeId) ? (
                          <Checkbox
                            aria-label={`Choose ${franchiseeLabel(row.franchiseeId, row.franchiseeName)}`}
                            checked={chosen.has(row.franchiseeId)}
                            onChange={(event) => pick(row.franchiseeId, event.currentTarget.checked)}
                          />
                        ) : null}
                      </Table.Td>
                    ) : null}
                    <Table.Td>
                      {franchiseeLabel(row.franchiseeId, row.franchiseeName)}
                      <Text size="xs" c="dimmed">
                        {`Version ${row.agreementVersion} · from `}
                        <DateText day={row.terms.fromOn} />
                        {row.terms.toOn ? ' to ' : null}
                        {row.terms.toOn ? <DateText day={row.terms.toOn} /> : null}
                      </Text>
                    </Table.Td>
                    <Table.Td ta="right" className="figures">
                      {row.terms.model === 'NONE' ? 'none' : formatPercent(row.terms.defaultBp)}
                    </Table.Td>
                    {standard ? (
                      <Table.Td>
                        {own.length === 0 ? (
                          <Tag tone="neutral">as standard</Tag>
                        ) : (
                          <span title={own.join(', ')}>
                            <Tag tone="info">{`differs in ${own.length}`}</Tag>
                          </span>
                        )}
                      </Table.Td>
                    ) : null}
                    <Table.Td>
                      <StatusTag area="royalty-agreement" state={row.status} />
                    </Table.Td>
                    <Table.Td>
                      <Group gap="xs" justify="flex-end" wrap="nowrap">
                        <AgreementActions row={row} onEdit={() => onEdit(row)} />
                        {current && !open.has(row.franchiseeId) ? (
                          <Button size="compact-sm" variant="subtle" onClick={() => onEdit(row)}>
                            New version
                          </Button>
                        ) : null}
                      </Group>
                    </Table.Td>
                  </Table.Tr>
                );
              })}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        title={`Apply the standard to ${chosen.size} ${chosen.size === 1 ? 'centre' : 'centres'}?`}
        text="A draft of the next version is made for each, from today. Takes effect after approval."
        confirm="Make drafts"
        run={apply}
      />
    </Section>
  );
}
