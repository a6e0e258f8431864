import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { openFile } from '@aangan/web/api/open-file.ts';
import { useCommand } from '@aangan/web/api/use-command.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { formatPercent } from '@aangan/web/format.ts';
import { moneyColumn, textColumn } from '@aangan/web/table/column.tsx';
import { ShortTable } from '@aangan/web/table/short-table.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { PersonHeader } from '@aangan/web/ui/person-header.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Facts, Section, TwoColumns } from '@aangan/web/ui/section.tsx';
import { DateText, Money } from '@aangan/web/ui/values.tsx';
import { Button, Group, Stack } from '@mantine/core';
import { Suspense } from 'react';
import { Link, useParams } from 'react-router';
import { ScheduleTable } from '../../finance/public.web.tsx';
import { servicePlanContract as contract } from './service-assignment.contract.ts';

type View = OutputOf<typeof contract.details>;
type Component = View['plan']['components'][number];

const taxText = ({ taxBp, taxInclusive }: Component): string =>
  taxBp === 0 ? 'None' : `${formatPercent(taxBp)}${taxInclusive ? ', included' : ''}`;

/** /services/plan-details/{enquiryID}/{planID}: what a family is quoted. */
export function ServicePlanDetails() {
  const { enquiryID = '', planID = '' } = useParams();
  const which = { enquiryId: enquiryID, planId: planID };
  const query = useQuery(contract.details, which);
  return (
    <PageFrame
      title="Service plan"
      context="centre"
      crumbs={[{ label: 'Services of children', to: '/services/enquiries' }]}
    >
      <QueryState query={query}>
        {({ enquiry, plan, from, to, saved, schedule, can }) => (
          <Stack gap="md">
            <PersonHeader
              name={enquiry.childName}
              facts={[
                { label: 'Service', value: enquiry.service },
                { label: 'Plan', value: `${plan.name}, ${plan.option}` },
                { label: 'Centre', value: enquiry.centre },
                { label: 'Enquiry', value: enquiry.code },
              ]}
              actions={<Actions which={which} can={can} />}
            />
            <TwoColumns
              main={
                <Section title="What the family pays" flush>
                  <Suspense>
                    <ScheduleTable schedule={schedule} />
                  </Suspense>
                </Section>
              }
              rail={
                <Stack gap="md">
                  <Section title="Figures">
                    <Facts
                      items={[
                        { label: 'From', value: <DateText day={from} /> },
                        { label: 'Until', value: <DateText day={to} /> },
                        { label: 'Total', value: <Money paise={schedule.net} /> },
                        { label: 'Concession', value: <Money paise={schedule.concession} /> },
                        { label: 'Tax', value: <Money paise={schedule.tax} /> },
                        ...(schedule.royalty === null
                          ? []
                          : [
                              {
                                label: 'Royalty when all is paid',
                                value: <Money paise={schedule.royalty} />,
                              },
                            ]),
                        { label: 'Price', value: saved ? 'As saved for this child' : 'Standard price' },
                      ]}
                    />
                  </Section>
                  <Section title="Components" help="Of the whole year" flush>
                    <ShortTable
                      label="Components"
                      rows={plan.components}
                      keyOf={(one) => one.id}
                      minWidth={280}
                      columns={[
                        textColumn('name', 'Component', (one: Component) => one.name),
                        textColumn('tax', 'Tax', taxText),
                        moneyColumn('amount', 'A year', (one: Component) => one.amount),
                      ]}
                    />
                  </Section>
                </Stack>
              }
            />
          </Stack>
        )}
      </QueryState>
    </PageFrame>
  );
}

function Actions({ which, can }: { which: { enquiryId: string; planId: string }; can: View['can'] }) {
  const print = useCommand(contract.print, {
    onDone: ({ fileId }) => void openFile(fileId).catch((error: unknown) => notice.error(error)),
    onError: (error) => notice.error(error),
  });
  const send = useCommand(contract.send, {
    refresh: ['service-enquiry'],
    onDone: () => notice.ok('The quote goes to the family.'),
    onError: (error) => notice.error(error),
  });
  return (
    <Group gap="xs">
      <Button variant="default" loading={print.running} onClick={() => void print.run(which)}>
        Print quote
      </Button>
      {can.send ? (
        <Button variant="default" loading={send.running} onClick={() => void send.run(which)}>
          Send quote
        </Button>
      ) : null}
      {can.assign ? (
        <Button component={Link} to={`/services/enquiries/assign/${which.enquiryId}`}>
          Assign
        </Button>
      ) : null}
    </Group>
  );
}
