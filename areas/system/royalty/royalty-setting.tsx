import { todayIst } from '@aangan/contract/period.ts';
import { serverNow } from '@aangan/web/api/server-clock.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { formatPercent } from '@aangan/web/format.ts';
import { useSession } from '@aangan/web/session/use-session.ts';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Facts, Section, TwoColumns } from '@aangan/web/ui/section.tsx';
import { StatusTag } from '@aangan/web/ui/status-tag.tsx';
import { DateText, Money } from '@aangan/web/ui/values.tsx';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { type AgreementRow, royaltyAgreementContract } from '../../finance/royalty/royalty.contract.ts';
import { AgreementActions } from './agreement-actions.tsx';
import { CentreAgreements } from './centre-agreements.tsx';
import { RoyaltySimulator } from './royalty-simulator.tsx';
import { TermsForm } from './terms-form.tsx';
import { termGroups, termsLines } from './terms-words.tsx';
import '../system-look.tsx';

export const NETWORK_STANDARD = 1;

/** The version that holds on a day, of those approved. */
export const inForce = (rows: readonly AgreementRow[], day: string): AgreementRow | undefined =>
  rows.find(
    (row) =>
      row.status === 'APPROVED' &&
      row.terms.fromOn <= day &&
      (row.terms.toOn === null || row.terms.toOn >= day),
  );

/** `/system/royalty/setting`: the network's standard and what each centre has agreed; data and commands are finance's. */
export function RoyaltySetting() {
  const query = useQuery(royaltyAgreementContract.list, {}, { fresh: 0 });
  return (
    <PageFrame title="Royalty setting">
      <QueryState query={query}>{({ rows }) => <Setting rows={rows} />}</QueryState>
    </PageFrame>
  );
}

function Setting({ rows }: { rows: readonly AgreementRow[] }) {
  const { franchisee } = useSession();
  const [editing, setEditing] = useState<{
    franchiseeId: number;
    row: AgreementRow | null;
    base: AgreementRow | null;
  } | null>(null);
  const today = todayIst(serverNow());
  const standardRows = rows.filter((row) => row.franchiseeId === NETWORK_STANDARD);
  const standard = inForce(standardRows, today) ?? null;
  const open = standardRows.find((row) => row.status === 'DRAFT' || row.status === 'PENDING') ?? null;
  return (
    <Stack gap="lg">
      {franchisee ? (
        <Text c="dimmed">{`Only what concerns ${franchisee.companyName} is shown. Choose Select All for the whole network.`}</Text>
      ) : null}
      <TwoColumns
        main={
          <Stack gap="lg">
            <Section
              title="Network standard"
              help="What a new agreement starts with. A centre’s own agreement rules over it."
              actions={
                <Group gap="xs">
                  {open ? (
                    <AgreementActions
                      row={open}
                      onEdit={() => setEditing({ franchiseeId: NETWORK_STANDARD, row: open, base: null })}
                    />
                  ) : (
                    <Button
                      size="xs"
                      onClick={() =>
                        setEditing({ franchiseeId: NETWORK_STANDARD, row: null, base: standard })
                      }
                    >
                      {standard ? 'New version' : 'Set the standard'}
                    </Button>
                  )}
                </Group>
              }
            >
              {standard ? (
                <Stack gap="md">
                  {termGroups.map((group) => (
                    <div key={group}>
                      <Text size="sm" fw={600} mb={6}>
                        {group}
                      </Text>
                      <Facts items={termsLines(standard.terms).filter((line) => line.group === group)} />
                    </div>
                  ))}
                  {standard.terms.minGuarantee ? (
                    <Text size="sm" c="dimmed">
                      {'At least '}
                      <Money paise={standard.terms.minGuarantee} />
                      {` per ${(standard.terms.minPeriod ?? 'MONTH').toLowerCase()}`}
                    </Text>
                  ) : null}
                </Stack>
              ) : (
                <Text c="dimmed">
                  No network standard yet. Without an approved agreement of the centre no royalty is accrued.
                </Text>
              )}
            </Section>
            {editing ? (
              <TermsForm
                key={`${editing.franchiseeId} ${editing.row?.id ?? 'new'} ${editing.row?.version ?? 0}`}
                {...editing}
                title={
                  editing.franchiseeId === NETWORK_STANDARD
                    ? 'Network standard'
                    : `Agreement of ${rows.find((r) => r.franchiseeId === editing.franchiseeId)?.franchiseeName ?? 'the centre'}`
                }
                onClose={() => setEditing(null)}
              />
            ) : null}
            <CentreAgreements
              rows={rows.filter((row) => row.franchiseeId !== NETWORK_STANDARD)}
              standard={standard}
              today={today}
              onEdit={(row) =>
                setEditing({
                  franchiseeId: row.franchiseeId,
                  row: row.status === 'DRAFT' ? row : null,
                  base: row,
                })
              }
            />
          </Stack>
        }
        rail={
          <>
            <RoyaltySimulator terms={standard?.terms ?? null} />
            <Section title="Versions of the standard">
              {standardRows.length === 0 ? (
                <Text c="dimmed">None yet.</Text>
              ) : (
                <Stack gap="sm">
                  {standardRows.map((row) => (
                    <Group key={row.id} justify="space-between" wrap="nowrap" align="flex-start">
                      <div>
                        <Text size="sm">
                          {`Version ${row.agreementVersion}, ${row.terms.model === 'NONE' ? 'no royalty' : formatPercent(row.terms.defaultBp)}`}
                        </Text>
                        <Text size="xs" c="dimmed">
                          <DateText day={row.terms.fromOn} />
                          {row.terms.toOn ? ' to ' : ' on'}
                          {row.terms.toOn ? <DateText day={row.terms.toOn} /> : null}
                          {row.approvedByName ? `, approved by ${row.approvedByName}` : ''}
                        </Text>
                      </div>
                      <StatusTag area="royalty-agreement" state={row.status} />
                    </Group>
                  ))}
                </Stack>
              )}
            </Section>
          </>
        }
      />
    </Stack>
  );
}
