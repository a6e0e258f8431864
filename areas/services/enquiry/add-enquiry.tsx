import { todayIst } from '@aangan/contract/period.ts';
import { call } from '@aangan/web/api/call.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { CommandForm } from '@aangan/web/form/command-form.tsx';
import type { FieldProps } from '@aangan/web/form/field.tsx';
import { useFormModel } from '@aangan/web/form/form-model.ts';
import { formatRupees } from '@aangan/web/format.ts';
import { useSession } from '@aangan/web/session/use-session.ts';
import { EmptyState } from '@aangan/web/ui/empty-state.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Group, Input, Radio, SimpleGrid, Text } from '@mantine/core';
import { useNavigate } from 'react-router';
import { editLink } from './enquiry-view.tsx';
import { serviceEnquiryContract as contract, type Offered } from './service-enquiry.contract.ts';

const searchChildren = async (q: string) => (await call(contract.children, { q })).rows;
const isNew = (values: Readonly<Record<string, unknown>>) => values['who'] === 'NEW';

/** /services/enquiries/add */
export function AddEnquiry() {
  const navigate = useNavigate();
  const { franchisee } = useSession();
  const query = useQuery(contract.offered, {}, { enabled: franchisee !== null });
  const today = todayIst(new Date());
  if (franchisee === null)
    return (
      <PageFrame title="New service enquiry" context="centre-year">
        <EmptyState title="Choose a centre first" help="An enquiry is written for one centre and year." />
      </PageFrame>
    );
  return (
    <PageFrame
      title="New service enquiry"
      context="centre-year"
      crumbs={[{ label: 'Services of children', to: '/services/enquiries' }]}
    >
      <QueryState query={query}>
        {({ rows }) =>
          rows.length === 0 ? (
            <EmptyState
              title="No service is offered here this year"
              help="Open one first; then enquiries can be taken for it."
              action={{ label: 'Services', to: '/services/list' }}
            />
          ) : (
            <CommandForm
              of={contract.create}
              start={{ who: 'ENROLLED', wantedFrom: today, nextOn: today, direction: 'BOTH' }}
              draft="service-enquiry:new"
              fields={{
                studentId: {
                  kind: 'reference',
                  optional: false,
                  search: searchChildren,
                  placeholder: 'Name, admission number or mobile',
                  when: (values) => !isNew(values),
                },
                childName: { when: isNew, optional: false },
                dob: { when: isNew, latest: today },
                guardianName: { when: isNew, optional: false },
                mobile: { when: isNew, optional: false },
                email: { when: isNew },
                consent: { when: isNew, optional: false },
                serviceId: { as: (props) => <ServiceCards {...props} services={rows} /> },
                direction: { when: (values) => isTransport(rows, values['serviceId']) },
                stopText: { when: (values) => isTransport(rows, values['serviceId']) },
                nextOn: { earliest: today },
              }}
              groups={[
                {
                  title: 'Child',
                  names: [
                    'who',
                    'studentId',
                    'childName',
                    'dob',
                    'guardianName',
                    'mobile',
                    'email',
                    'pincode',
                    'address',
                    'consent',
                  ],
                },
                {
                  title: 'What is wanted',
                  names: ['serviceId', 'wantedFrom', 'wantedTo', 'direction', 'stopText'],
                },
                { title: 'Follow-up', names: ['sourceId', 'nextOn', 'note'] },
              ]}
              confirm="Save enquiry"
              will="Appears in your follow-ups"
              refresh={['service-enquiry']}
              done={({ code }) => `Saved as ${code}.`}
              onDone={({ code }) => void navigate(editLink(code))}
            />
          )
        }
      </QueryState>
    </PageFrame>
  );
}

const isTransport = (services: readonly Offered[], id: unknown): boolean =>
  services.find((one) => one.serviceId === id)?.serviceType === 'TRANSPORT';

const age = (months: number): string => `${Math.floor(months / 12)} y ${months % 12} m`;

/** The services of this centre and year as cards, with price and seats. */
function ServiceCards({ name, services }: FieldProps & { services: readonly Offered[] }) {
  const form = useFormModel();
  return (
    <Input.Wrapper label="Service" error={form.errors[name]} withAsterisk={false}>
      <Radio.Group
        aria-label="Service"
        value={typeof form.values[name] === 'string' ? form.values[name] : ''}
        onChange={(value) => form.set(name, value)}
      >
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm" mt={4}>
          {services.map((one) => (
            <Radio.Card key={one.serviceId} value={one.serviceId} p="sm" radius="md" aria-label={one.name}>
              <Group gap="xs">
                <Radio.Indicator size="xs" />
                <Text fw={600}>{one.name}</Text>
              </Group>
              <Text size="sm" className="quiet">
                {[
                  one.priceFrom === null ? 'No price yet' : `From ${formatRupees(one.priceFrom)} a year`,
                  one.seats === null ? null : `${one.seats} seats`,
                  `${age(one.ageFromMonths)} to ${age(one.ageToMonths)}`,
                  one.openTo === 'STUDENTS' ? 'Enrolled children' : 'Anyone',
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </Text>
            </Radio.Card>
          ))}
        </SimpleGrid>
      </Radio.Group>
    </Input.Wrapper>
  );
}
