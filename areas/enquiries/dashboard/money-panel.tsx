// What a rupee of advertising came to: spend, leads, visits, admissions, collected fee, royalty, down to the child.
import { useQuery } from '@aangan/web/api/use-query.ts';
import { formatCount } from '@aangan/web/format.ts';
import { listLink } from '@aangan/web/list/list-state.ts';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { InstantText, Money } from '@aangan/web/ui/values.tsx';
import { Anchor, Button, Modal, Table, Text } from '@mantine/core';
import { Fragment, useState } from 'react';
import { Link } from 'react-router';
import { type MoneySource, moneyFunnelContract } from './money-funnel.contract.ts';

type Figures = Pick<MoneySource, 'leads' | 'visits' | 'admitted' | 'collected' | 'royalty'>;
interface Opened {
  sourceId: string;
  campaign?: string;
  title: string;
}

/** The register of the chosen centre and year: these figures know no other filter. */
const LIST = '/forms/enquiry/list';
const HEADS = ['Spent', 'Leads', 'Visits', 'Admitted', 'Collected', 'Royalty'];

export function MoneyFunnel() {
  const query = useQuery(moneyFunnelContract.funnel, {});
  const [opened, setOpened] = useState<Opened | null>(null);
  return (
    <Section
      title="Money by source"
      help="Of the whole year: what was spent, what came of it, and what was collected for the admitted children."
      flush
    >
      <QueryState query={query}>
        {({ sources }) => (
          <Table.ScrollContainer minWidth={760}>
            <Table verticalSpacing="xs" horizontalSpacing="md">
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>Source</Table.Th>
                  {HEADS.map((head) => (
                    <Table.Th key={head} ta="right">
                      {head}
                    </Table.Th>
                  ))}
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {sources.map((one) => (
                  <Fragment key={one.id}>
                    <Table.Tr>
                      <Table.Td>
                        <Text fw={500} fz="sm">
                          {one.label}
                        </Text>
                        <PerRupee one={one} />
                      </Table.Td>
                      <Table.Td ta="right" className="figures">
                        {one.spent === null ? '–' : <Money paise={one.spent} />}
                      </Table.Td>
                      <Cells
                        figures={one}
                        leads={listLink(LIST, { source: one.id })}
                        visits={listLink(LIST, { source: one.id, visited: true })}
                        onOpen={() => setOpened({ sourceId: one.id, title: one.label })}
                      />
                    </Table.Tr>
                    {one.campaigns.map((campaign) => (
                      <Table.Tr key={campaign.name}>
                        <Table.Td pl="xl" className="quiet">
                          {campaign.name}
                        </Table.Td>
                        <Table.Td />
                        <Cells
                          figures={campaign}
                          onOpen={() =>
                            setOpened({
                              sourceId: one.id,
                              campaign: campaign.name,
                              title: `${one.label}, ${campaign.name}`,
                            })
                          }
                        />
                      </Table.Tr>
                    ))}
                  </Fragment>
                ))}
              </Table.Tbody>
            </Table>
          </Table.ScrollContainer>
        )}
      </QueryState>
      {opened && <Children opened={opened} onClose={() => setOpened(null)} />}
    </Section>
  );
}

/** '₹412 a lead, ₹6,180 an admission, ₹31 collected for a rupee'. */
function PerRupee({ one }: { one: MoneySource }) {
  if (one.spent === null || one.spent === 0) return null;
  const each = (n: number) => (n === 0 ? null : Math.round((one.spent ?? 0) / n / 100) * 100);
  const [lead, admission] = [each(one.leads), each(one.admitted)];
  return (
    <Text fz="xs" className="quiet">
      {lead !== null && (
        <>
          <Money paise={lead} /> a lead
        </>
      )}
      {admission !== null && (
        <>
          , <Money paise={admission} /> an admission
        </>
      )}
      {one.collected > 0 && `, ₹${(one.collected / one.spent).toFixed(1)} collected for a rupee`}
    </Text>
  );
}

interface CellsProps {
  figures: Figures;
  leads?: string;
  visits?: string;
  onOpen: () => void;
}

function Cells({ figures, leads, visits, onOpen }: CellsProps) {
  const count = (n: number, to: string | undefined) =>
    to ? (
      <Anchor component={Link} to={to} fz="sm">
        {formatCount(n)}
      </Anchor>
    ) : (
      formatCount(n)
    );
  return (
    <>
      <Table.Td ta="right" className="figures">
        {count(figures.leads, leads)}
      </Table.Td>
      <Table.Td ta="right" className="figures">
        {count(figures.visits, visits)}
      </Table.Td>
      <Table.Td ta="right" className="figures">
        {figures.admitted === 0 ? (
          '0'
        ) : (
          <Anchor component="button" type="button" fz="sm" onClick={onOpen}>
            {formatCount(figures.admitted)}
          </Anchor>
        )}
      </Table.Td>
      <Table.Td ta="right" className="figures">
        {figures.collected === 0 ? (
          '–'
        ) : (
          <Anchor component="button" type="button" fz="sm" onClick={onOpen}>
            <Money paise={figures.collected} />
          </Anchor>
        )}
      </Table.Td>
      <Table.Td ta="right" className="figures">
        {figures.royalty === 0 ? '–' : <Money paise={figures.royalty} />}
      </Table.Td>
    </>
  );
}

function Children({ opened, onClose }: { opened: Opened; onClose: () => void }) {
  const { sourceId, campaign } = opened;
  const query = useQuery(moneyFunnelContract.children, { sourceId, ...(campaign ? { campaign } : {}) });
  return (
    <Modal opened onClose={onClose} size="lg" title={`Admitted from ${opened.title}`}>
      <QueryState query={query}>
        {({ rows, total }) => (
          <>
            <Table.ScrollContainer minWidth={480}>
              <Table fz="sm" verticalSpacing="xs">
                <Table.Tbody>
                  {rows.map((row) => (
                    <Table.Tr key={row.id}>
                      <Table.Td>
                        <Anchor component={Link} to={`/forms/edit/${row.enquiryCode}`} fz="sm">
                          {row.childName}
                        </Anchor>
                      </Table.Td>
                      <Table.Td>{row.admittedAt ? <InstantText at={row.admittedAt} /> : '–'}</Table.Td>
                      <Table.Td ta="right">
                        <Money paise={row.collected} />
                      </Table.Td>
                      <Table.Td ta="right">
                        <Money paise={row.royalty} />
                      </Table.Td>
                    </Table.Tr>
                  ))}
                </Table.Tbody>
              </Table>
            </Table.ScrollContainer>
            {total > rows.length && (
              <Text fz="sm" className="quiet">{`The newest ${rows.length} of ${formatCount(total)}.`}</Text>
            )}
            <Button variant="default" mt="md" onClick={onClose}>
              Close
            </Button>
          </>
        )}
      </QueryState>
    </Modal>
  );
}
