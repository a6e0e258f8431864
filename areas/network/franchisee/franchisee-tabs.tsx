import { formatCount } from '@aangan/web/format.ts';
import { useSession } from '@aangan/web/session/use-session.ts';
import type { Tone } from '@aangan/web/theme.ts';
import { EmptyState } from '@aangan/web/ui/empty-state.tsx';
import { Facts, Section, TwoColumns } from '@aangan/web/ui/section.tsx';
import { StatusTag, Tag } from '@aangan/web/ui/status-tag.tsx';
import { TimelineList } from '@aangan/web/ui/timeline-list.tsx';
import { DateText, EmailText, PhoneText } from '@aangan/web/ui/values.tsx';
import { Anchor, Group, Stack, Text } from '@mantine/core';
import { Link } from 'react-router';
import { networkModules } from '../network-modules.ts';
import type { Franchisee } from './franchisee-detail.ts';
import { userLook } from './franchisee-look.tsx';

export function BankAndTax({ franchisee: f }: { franchisee: Franchisee }) {
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

/** Who works here. Its roles, the franchisee master roles too, are given from here, at this home centre (network.md N12). */
export function People({ franchisee }: { franchisee: Franchisee }) {
  const mayInvite = useSession().holds(networkModules.User, true);
  const invite = { label: 'Invite somebody', to: `/user/create?centre=${franchisee.id}` };
  if (franchisee.people.length === 0)
    return (
      <EmptyState
        title="Nobody works here yet"
        help="Invite the owner first."
        action={{ ...invite, hidden: !mayInvite }}
      />
    );
  return (
    <Section
      title="People"
      actions={
        mayInvite ? (
          <Anchor component={Link} to={invite.to} size="sm">
            {invite.label}
          </Anchor>
        ) : undefined
      }
    >
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

export function History({ franchisee }: { franchisee: Franchisee }) {
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
