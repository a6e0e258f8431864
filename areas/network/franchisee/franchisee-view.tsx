import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { formatClock, formatCount, formatDay } from '@aangan/web/format.ts';
import { useSession } from '@aangan/web/session/use-session.ts';
import type { Tone } from '@aangan/web/theme.ts';
import { EmptyState } from '@aangan/web/ui/empty-state.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { PageTabs } from '@aangan/web/ui/page-tabs.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Facts, Section, TwoColumns } from '@aangan/web/ui/section.tsx';
import { StatusTag, Tag } from '@aangan/web/ui/status-tag.tsx';
import { Steps } from '@aangan/web/ui/steps.tsx';
import { Tile, TileRow } from '@aangan/web/ui/tile.tsx';
import { TimelineList } from '@aangan/web/ui/timeline-list.tsx';
import { DateText, EmailText, PhoneText } from '@aangan/web/ui/values.tsx';
import { Alert, Anchor, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { PointMap } from '../point-map.tsx';
import { Agreements } from './agreements.tsx';
import { Checklist } from './checklist.tsx';
import { Contacts } from './contacts.tsx';
import { franchiseeContract } from './franchisee.contract.ts';
import { franchiseeLook, userLook } from './franchisee-look.tsx';
import { LANGUAGES } from './franchisee-shapes.ts';
import { StepDialogs, useSteps } from './franchisee-steps.tsx';
import { MoveZone } from './move-zone.tsx';
import { Papers } from './papers.tsx';
import { Seats } from './seats.tsx';

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

function Sheet({ franchisee: f }: { franchisee: Franchisee }) {
  const steps = useSteps(f);
  const [moving, setMoving] = useState(false);
  const edit = { label: 'Edit', to: `/franchisee/edit/${f.id}` };
  const mayEdit = f.can['update'] || f.can['updateOwn'];
  return (
    <PageFrame
      title={f.label}
      crumbs={[{ label: 'Franchisees', to: '/franchisee' }]}
      menu={[
        ...(steps.primary && mayEdit ? [edit] : []),
        { label: 'Move to another zone', run: () => setMoving(true), hidden: !f.can['moveZone'] },
        ...steps.deeds,
      ]}
      {...(steps.primary ? { primary: steps.primary } : mayEdit ? { primary: edit } : {})}
    >
      <Stack gap="lg">
        <Head franchisee={f} next={steps.next} />
        <PageTabs tabs={tabsOf(f)} />
      </Stack>
      <StepDialogs steps={steps} franchisee={f} />
      {moving ? <MoveZone centres={[f]} onClose={() => setMoving(false)} /> : null}
    </PageFrame>
  );
}

function tabsOf(f: Franchisee) {
  return [
    { value: 'overview', label: 'Overview', content: <Overview franchisee={f} /> },
    { value: 'people', label: 'People', count: f.people.length, content: <People franchisee={f} /> },
    {
      value: 'agreement',
      label: 'Agreement',
      hidden: f.isHeadOffice,
      content: <Agreements franchiseeId={f.id} />,
    },
    { value: 'bank', label: 'Bank and tax', content: <BankAndTax franchisee={f} /> },
    { value: 'seats', label: 'Seats', hidden: f.isHeadOffice, content: <Seats franchiseeId={f.id} /> },
    { value: 'papers', label: 'Papers', content: <Papers franchiseeId={f.id} /> },
    {
      value: 'checklist',
      label: 'Checklist',
      count: f.numbers.openItems || undefined,
      hidden: f.isHeadOffice,
      content: <Checklist franchiseeId={f.id} />,
    },
    { value: 'history', label: 'History', content: <History franchisee={f} /> },
  ];
}

const way = ['LEAD', 'SIGNED', 'SETUP', 'ACTIVE'] as const;

function Head({ franchisee: f, next }: { franchisee: Franchisee; next: boolean }) {
  const at = (way as readonly string[]).indexOf(f.status);
  return (
    <Stack gap="sm">
      <Group gap="sm">
        <StatusTag area={franchiseeLook} state={f.status} />
        <Text size="sm" c="dimmed">
          {[
            f.model,
            f.cityName,
            f.zoneName && `zone ${f.zoneName}`,
            f.zoneHead && `head ${f.zoneHead.name}`,
            f.openedOn && `since ${formatDay(f.openedOn)}`,
          ]
            .filter(Boolean)
            .join(' · ')}
        </Text>
      </Group>
      {at >= 0 && at < 3 ? <Steps steps={['Lead', 'Signed', 'Set-up', 'Active']} active={at + 1} /> : null}
      {f.suspended ? (
        <Alert
          color="danger"
          title={`Suspended${f.suspended.until ? ` until ${formatDay(f.suspended.until)}` : ''}`}
        >
          {f.suspended.reason}. Not possible meanwhile:{' '}
          {f.suspended.blocks.map((block) => block.toLowerCase().replaceAll('_', ' ')).join(', ')}. Parents,
          fees and attendance go on.
        </Alert>
      ) : null}
      {f.closing ? (
        <Alert
          color="warning"
          title={
            f.closing.approved
              ? `Closes on ${formatDay(f.closing.on)}`
              : `Closing on ${formatDay(f.closing.on)} is asked`
          }
        >
          {f.closing.reason}{' '}
          {f.closing.approved
            ? ''
            : `Asked by ${f.closing.askedBy ?? 'a colleague'}; somebody else approves it.`}
        </Alert>
      ) : null}
      {f.unmet.length > 0 && next ? (
        <Alert color="info" title={`Before the next step: ${f.unmet.join(', ')}`} />
      ) : null}
    </Stack>
  );
}

function Overview({ franchisee: f }: { franchisee: Franchisee }) {
  return (
    <Stack gap="lg">
      {f.isHeadOffice ? null : (
        <TileRow>
          <Tile
            label="Licensed seats this year"
            value={f.numbers.seats > 0 ? formatCount(f.numbers.seats) : null}
            to="?tab=seats"
          />
          <Tile
            label="Open checklist items"
            value={formatCount(f.numbers.openItems)}
            period={f.numbers.openGates > 0 ? `${f.numbers.openGates} before opening` : undefined}
            to="?tab=checklist"
          />
          <Tile
            label="Agreement ends"
            value={f.numbers.agreementTo ? formatDay(f.numbers.agreementTo) : null}
            to="?tab=agreement"
          />
          <Tile
            label="Papers ending in 90 days"
            value={formatCount(f.numbers.papersEnding)}
            to="?tab=papers"
          />
        </TileRow>
      )}
      <TwoColumns
        main={
          <Stack gap="lg">
            <Section title="Place and contact">
              <Facts items={placeFacts(f)} />
            </Section>
            <Contacts franchiseeId={f.id} />
          </Stack>
        }
        rail={
          <Stack gap="lg">
            {f.photoUrl ? (
              <img src={f.photoUrl} alt={f.label} style={{ width: '100%', borderRadius: 8 }} />
            ) : null}
            {f.lat !== null && f.lng !== null ? (
              <Section title="Where it is">
                <PointMap
                  country
                  small
                  label={`${f.label} on the map`}
                  points={[
                    {
                      key: 'here',
                      lat: f.lat,
                      lng: f.lng,
                      label: f.cityName ?? f.companyName,
                      tone: 'brand',
                      size: 7,
                      named: true,
                    },
                  ]}
                />
              </Section>
            ) : null}
            {f.years.length > 0 ? (
              <Section title="Academic years">
                <Facts
                  min={120}
                  items={f.years.map((year) => ({
                    label: year.academicYear,
                    value: year.state === 'OPEN' ? 'Open' : 'Closed',
                  }))}
                />
              </Section>
            ) : null}
          </Stack>
        }
      />
    </Stack>
  );
}

const placeFacts = (f: Franchisee) => [
  { label: 'Address', value: [f.address1, f.address2, f.landmark].filter(Boolean).join(', ') || '–' },
  {
    label: 'City',
    value: [f.cityName, f.stateName, f.tier && `tier ${f.tier.slice(1)}`].filter(Boolean).join(', ') || '–',
  },
  { label: 'Pincode', value: f.pincode ?? '–' },
  { label: 'Phone', value: <PhoneText phone={f.phone} /> },
  { label: 'E-mail', value: <EmailText email={f.email} /> },
  {
    label: 'Open',
    value: f.opensAt && f.closesAt ? `${formatClock(f.opensAt)} – ${formatClock(f.closesAt)}` : '–',
  },
  {
    label: 'Languages',
    value:
      f.languages
        .map((code) => (code in LANGUAGES ? LANGUAGES[code as keyof typeof LANGUAGES] : code))
        .join(', ') || '–',
  },
  { label: 'Store code', value: f.code ?? '–' },
  { label: 'Brand', value: f.brandName ?? '–' },
];

function BankAndTax({ franchisee: f }: { franchisee: Franchisee }) {
  return (
    <Stack gap="lg">
      <Section title="Bank accounts" help="Kept and verified by finance; the number stays sealed.">
        {f.facts.length === 0 ? (
          <Text c="dimmed">No account yet. Finance enters it, another person verifies it.</Text>
        ) : (
          <Stack gap="sm">
            {f.facts.map((fact) => (
              <Group key={`${fact.label} ${fact.value}`} justify="space-between">
                <div>
                  <Text className="figures">{fact.value}</Text>
                  <Text size="sm" c="dimmed">
                    {fact.label}
                  </Text>
                </div>
                <Tag tone={fact.tone as Tone}>{fact.tag}</Tag>
              </Group>
            ))}
          </Stack>
        )}
      </Section>
      <Section title="Partner and tax">
        <Facts
          items={[
            { label: 'Legal name', value: f.legalName ?? '–' },
            { label: 'Partner', value: f.partner?.legalName ?? '–' },
            { label: 'Centres of this partner', value: f.partner ? formatCount(f.partner.centres) : '–' },
            { label: 'PAN', value: f.partner?.pan ?? '–' },
            { label: 'GSTIN', value: f.gstin ?? '–' },
            { label: 'GST state code', value: f.stateCode ?? '–' },
            { label: 'TAN', value: f.tan ?? '–' },
            { label: 'UDISE code', value: f.udiseCode ?? '–' },
            { label: 'Partner’s mobile', value: <PhoneText phone={f.partner?.mobile} /> },
            { label: 'Partner’s e-mail', value: <EmailText email={f.partner?.email} /> },
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
          <Group key={person.id} justify="space-between" wrap="nowrap">
            <div style={{ minWidth: 0 }}>
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

function History({ franchisee }: { franchisee: Franchisee }) {
  return (
    <TwoColumns
      main={
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
      }
      rail={
        <Section title="Zones">
          <TimelineList
            items={franchisee.zones.map((move) => ({
              at: move.at,
              who: move.by,
              what: move.zone ?? 'in no zone',
            }))}
            empty="In no zone yet"
          />
        </Section>
      }
    />
  );
}

const words: Readonly<Record<string, string>> = {
  create: 'Entered',
  sign: 'Signed',
  'start-setup': 'Set-up begun',
  activate: 'Opened',
  suspend: 'Suspended',
  resume: 'Works again without limits',
  abandon: 'Given up',
  close: 'Closed',
  reopen: 'Opened again',
};

const eventText = (event: Franchisee['events'][number]): string =>
  words[event.action] ?? event.action.charAt(0).toUpperCase() + event.action.slice(1);
