import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { useSession } from '@aangan/web/session/use-session.ts';
import { EmptyState } from '@aangan/web/ui/empty-state.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { PageTabs } from '@aangan/web/ui/page-tabs.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Facts, Section } from '@aangan/web/ui/section.tsx';
import { StatusTag } from '@aangan/web/ui/status-tag.tsx';
import { TimelineList } from '@aangan/web/ui/timeline-list.tsx';
import { DateText, EmailText, PhoneText } from '@aangan/web/ui/values.tsx';
import { Alert, Anchor, Group, Stack, Text } from '@mantine/core';
import { Link, useParams } from 'react-router';
import { franchiseeContract } from './franchisee.contract.ts';
import { franchiseeLook, userLook } from './franchisee-look.tsx';
import { StepDialogs, useSteps } from './franchisee-steps.tsx';

type Franchisee = OutputOf<typeof franchiseeContract.view>;

/** One centre, all around; without an id the chosen one. */
export function FranchiseeView() {
  const { franchiseeId } = useParams();
  const { franchisee } = useSession();
  const query = useQuery(
    franchiseeContract.view,
    franchiseeId ? { franchiseeId: Number(franchiseeId) } : {},
    { enabled: Boolean(franchiseeId ?? franchisee) },
  );
  if (!franchiseeId && !franchisee)
    return (
      <PageFrame title="Franchisee" context="centre">
        <EmptyState title="Which centre?" help="Choose a centre in the drawer on the right." />
      </PageFrame>
    );
  return <QueryState query={query}>{(found) => <Sheet franchisee={found} />}</QueryState>;
}

function Sheet({ franchisee }: { franchisee: Franchisee }) {
  const steps = useSteps(franchisee);
  return (
    <PageFrame
      title={franchisee.label}
      crumbs={[{ label: 'Franchisees', to: '/franchisee' }]}
      menu={steps.deeds}
      {...(steps.primary
        ? { primary: steps.primary }
        : franchisee.can.update
          ? { primary: { label: 'Edit', to: `/franchisee/edit/${franchisee.id}` } }
          : {})}
    >
      <Stack gap="lg">
        <Group gap="sm">
          <StatusTag area={franchiseeLook} state={franchisee.status} />
          <Text size="sm" c="dimmed">
            {[franchisee.model, franchisee.cityName, franchisee.zoneName && `zone ${franchisee.zoneName}`]
              .filter(Boolean)
              .join(' · ')}
          </Text>
        </Group>
        {franchisee.status === 'SUSPENDED' ? (
          <Alert color="red" title="Suspended">
            {franchisee.suspendReason} Until <DateText day={franchisee.suspendedUntil} />.
          </Alert>
        ) : null}
        {franchisee.unmet.length > 0 && steps.next ? (
          <Alert color="blue" title={`Before the next step: ${franchisee.unmet.join(', ')}`} />
        ) : null}
        <PageTabs
          tabs={[
            { value: 'overview', label: 'Overview', content: <Overview franchisee={franchisee} /> },
            {
              value: 'people',
              label: 'People',
              count: franchisee.people.length,
              content: <People franchisee={franchisee} />,
            },
            {
              value: 'years',
              label: 'Years',
              content: (
                <Section title="Academic years">
                  <Facts
                    items={franchisee.years.map((year) => ({
                      label: year.academicYear,
                      value: year.state === 'OPEN' ? 'Open' : 'Closed',
                    }))}
                  />
                </Section>
              ),
            },
            {
              value: 'history',
              label: 'History',
              content: (
                <Section title="History">
                  <TimelineList
                    items={franchisee.events.map((event) => ({
                      at: event.at,
                      ...(event.by ? { who: event.by } : {}),
                      what: eventText(event),
                      ...(event.reason ? { note: event.reason } : {}),
                    }))}
                    empty="Nothing happened yet"
                  />
                </Section>
              ),
            },
          ]}
        />
      </Stack>
      <StepDialogs steps={steps} franchisee={franchisee} />
    </PageFrame>
  );
}

const eventText = (event: Franchisee['events'][number]): string =>
  event.from === event.to || !event.to
    ? event.action
    : `${event.action}: ${event.from?.toLowerCase() ?? 'new'} → ${event.to.toLowerCase()}`;

function Overview({ franchisee: f }: { franchisee: Franchisee }) {
  return (
    <Stack gap="lg">
      <Section title="Place and contact">
        <Facts
          items={[
            {
              label: 'Address',
              value: [f.address1, f.address2, f.landmark].filter(Boolean).join(', ') || '–',
            },
            { label: 'City', value: [f.cityName, f.stateName].filter(Boolean).join(', ') || '–' },
            { label: 'Pincode', value: f.pincode ?? '–' },
            { label: 'Phone', value: <PhoneText phone={f.phone} /> },
            { label: 'E-mail', value: <EmailText email={f.email} /> },
          ]}
        />
      </Section>
      <Section title="Agreement and tax">
        <Facts
          items={[
            { label: 'Brand', value: f.brandName ?? '–' },
            { label: 'Partner', value: f.partner?.legalName ?? '–' },
            { label: 'PAN', value: f.partner?.pan ?? '–' },
            { label: 'GSTIN', value: f.gstin ?? '–' },
            { label: 'GST state code', value: f.stateCode ?? '–' },
            { label: 'Signed on', value: <DateText day={f.signedOn} /> },
            { label: 'Opened on', value: <DateText day={f.openedOn} /> },
            { label: 'Closed on', value: <DateText day={f.closedOn} />, hidden: f.closedOn === null },
          ]}
        />
      </Section>
    </Stack>
  );
}

function People({ franchisee }: { franchisee: Franchisee }) {
  if (franchisee.people.length === 0)
    return (
      <EmptyState
        title="Nobody works here yet"
        help="Invite the owner first."
        action={{ label: 'Invite somebody', to: '/user/create' }}
      />
    );
  return (
    <Section title="People">
      <Stack gap="sm">
        {franchisee.people.map((person) => (
          <Group key={person.id} justify="space-between">
            <div>
              <Anchor component={Link} to={`/user/view/${person.id}`}>
                {person.name}
              </Anchor>
              <Text size="sm" c="dimmed">
                {person.roles || 'no role'}
              </Text>
            </div>
            <StatusTag area={userLook} state={person.state} />
          </Group>
        ))}
      </Stack>
    </Section>
  );
}
