import { todayIst } from '@aangan/contract/period.ts';
import { serverNow } from '@aangan/web/api/server-clock.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { part } from '@aangan/web/part.ts';
import { EmptyState } from '@aangan/web/ui/empty-state.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { PageTabs } from '@aangan/web/ui/page-tabs.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { Tag } from '@aangan/web/ui/status-tag.tsx';
import { DateText } from '@aangan/web/ui/values.tsx';
import { useParam } from '@aangan/web/use-param.ts';
import { Anchor, Select, Stack, Table } from '@mantine/core';
import { type HealthRow, healthContract } from './health.contract.ts';
import { cm, grown, kg } from './health-range.ts';

const HealthDrawer = part(() => import('./health-drawer.tsx'), 'HealthDrawer');
const MeasureSection = part(() => import('./measure-section.tsx'), 'MeasureSection');

/** /health-remark/view: the children of a section with what was measured last; one of them with `?child=`. */
export function HealthRemarks() {
  const [wanted, choose] = useParam('section');
  const [child, open] = useParam('child');
  const query = useQuery(healthContract.list, wanted ? { sectionId: wanted } : {}, { fresh: 0 });
  return (
    <PageFrame title="Health remarks" count={query.data?.rows.length} context="centre">
      <QueryState query={query}>
        {({ sections, sectionId, rows, can }) =>
          sectionId === null ? (
            <EmptyState
              title="No section is yours"
              help="The centre head names the teachers of a section under Classes."
            />
          ) : (
            <Stack gap="md">
              <Select
                label="Section"
                data={sections.map(({ id, label }) => ({ value: id, label }))}
                value={sectionId}
                onChange={choose}
                allowDeselect={false}
                w={220}
              />
              {rows.length === 0 ? (
                <EmptyState
                  title="No children in this section"
                  help="Children appear from the day of their placement on."
                />
              ) : (
                <PageTabs
                  tabs={[
                    { value: 'children', label: 'Children', content: <Rows rows={rows} open={open} /> },
                    {
                      value: 'measure',
                      label: 'Measure the section',
                      hidden: can['save'] !== true,
                      content: (
                        <MeasureSection
                          key={sectionId}
                          sectionId={sectionId}
                          rows={rows}
                          today={todayIst(serverNow())}
                        />
                      ),
                    },
                  ]}
                />
              )}
              {child && <HealthDrawer enrolmentId={child} onClose={() => open(null)} />}
            </Stack>
          )
        }
      </QueryState>
    </PageFrame>
  );
}

function Rows({ rows, open }: { rows: readonly HealthRow[]; open: (enrolmentId: string) => void }) {
  return (
    <Section flush>
      <Table.ScrollContainer minWidth={680}>
        <Table>
          <Table.Thead>
            <Table.Tr>
              {['Roll', 'Child', 'Height', 'Weight', 'Checks', 'Measured on'].map((label) => (
                <Table.Th key={label}>{label}</Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map((row) => (
              <Table.Tr key={row.enrolmentId}>
                <Table.Td className="figures">{row.rollNo ?? '–'}</Table.Td>
                <Table.Td>
                  <Anchor component="button" type="button" onClick={() => open(row.enrolmentId)}>
                    {row.name}
                  </Anchor>{' '}
                  {row.hasAllergy && <Tag tone="danger">Allergy</Tag>}
                </Table.Td>
                <Table.Td className="figures">
                  {row.last ? `${cm(row.last.heightMm)} ${grown(row.grownMm, 10, 'cm')}` : '–'}
                </Table.Td>
                <Table.Td className="figures">
                  {row.last ? `${kg(row.last.weightG)} ${grown(row.gainedG, 1000, 'kg')}` : '–'}
                </Table.Td>
                <Table.Td>
                  <Checks row={row} />
                </Table.Td>
                <Table.Td>
                  <DateText day={row.last?.measuredOn} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Section>
  );
}

/** What a doctor should see; a dash where all that was checked is in order. */
function Checks({ row: { last } }: { row: HealthRow }) {
  const names = { vision: 'Vision', dental: 'Teeth', hearing: 'Hearing' } as const;
  const open = (['vision', 'dental', 'hearing'] as const).filter((name) => last?.[name] === 'CHECK');
  return open.length === 0
    ? '–'
    : open.map((name) => (
        <Tag key={name} tone="warning">
          {names[name]}
        </Tag>
      ));
}
