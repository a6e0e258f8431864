// Ring, write and log a family from wherever it is shown: the queue, the drawer, the working screen.
import { maskPhone } from '@aangan/contract/phone.ts';
import { useCommand } from '@aangan/web/api/use-command.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { icon } from '@aangan/web/ui/icon.ts';
import { notice } from '@aangan/web/ui/notices.tsx';
import { Anchor, Button, Group, Menu, Stack, Text } from '@mantine/core';
import { IconMessage, IconPhone } from '@tabler/icons-react';
import { useState } from 'react';
import { callContract } from '../calls/call.contract.ts';
import type { Outcome } from '../enquiry/follow-up.contract.ts';
import { wayNames } from '../messages/ready-messages.ts';
import { ContactLine } from '../pipeline/contact-line.tsx';
import { enquiryWorkContract } from './enquiry-work.contract.ts';
import { followUpWorkContract } from './follow-up-work.contract.ts';
import { LogPanel } from './log-panel.tsx';
import { useWorkKeys } from './use-work-keys.web.ts';
import type { WorkingEnquiry } from './working-enquiry.ts';

interface ContactPanelProps {
  enquiry: WorkingEnquiry;
  /** The parent called in: nothing to dial, the channel is theirs. */
  incoming?: boolean;
  inLayer?: boolean;
  /** Another family comes next. */
  goesOn?: boolean;
  /** Somebody else is with the family: the place to go on. */
  onTaken?: () => void;
  /** The first outcome is chosen. */
  onBegin?: () => void;
  onLogged?: (outcome: Outcome) => void;
}

export function ContactPanel({
  enquiry,
  incoming = false,
  inLayer = false,
  goesOn = false,
  ...on
}: ContactPanelProps) {
  const [ringing, setRinging] = useState<{ callId: string; tel: string; otherTel: string | null } | null>(
    null,
  );
  const taken = {
    onError: (error: unknown) => {
      notice.error(error);
      on.onTaken?.();
    },
  };
  const claim = useCommand(followUpWorkContract.claim, taken);
  const start = useCommand(callContract.start, {
    ...taken,
    onDone: (out) => {
      setRinging(out);
      dial(out.tel);
    },
  });
  const may = enquiry.can['log'] === true && !enquiry.doNotCall && !incoming;
  const ring = () => {
    if (may && !start.running) void start.run({ enquiryId: enquiry.id });
  };
  useWorkKeys({ c: ring, ' ': ring }, { enabled: may, inLayer });
  return (
    <Stack gap="md">
      <Group gap="sm">
        {may && (
          <Button
            leftSection={<IconPhone {...icon} />}
            rightSection={
              <Text span fz="xs" fw={400} ml={4} className="key-hint">
                c
              </Text>
            }
            onClick={ring}
            loading={start.running}
          >
            Call
          </Button>
        )}
        <ContactLine enquiry={enquiry} />
        <SendMessage enquiry={enquiry} />
      </Group>
      {enquiry.doNotCall && !incoming && (
        <Text c="var(--a-warning-text)">This family asked not to be called.</Text>
      )}
      {ringing && (
        <Text fz="sm" role="status">
          Your phone dials {maskPhone(ringing.tel.slice('tel:'.length))}. Log what came of it.
          {ringing.otherTel && (
            <>
              {' '}
              <Anchor href={ringing.otherTel} inherit>
                Ring the other number
              </Anchor>
            </>
          )}
        </Text>
      )}
      <LogPanel
        key={enquiry.id}
        enquiry={enquiry}
        incoming={incoming}
        inLayer={inLayer}
        goesOn={goesOn}
        callId={ringing?.callId}
        onBegin={() => {
          on.onBegin?.();
          if (!ringing && !incoming) void claim.run({ enquiryId: enquiry.id });
        }}
        onLogged={(outcome) => {
          setRinging(null);
          on.onLogged?.(outcome);
        }}
      />
    </Stack>
  );
}

/** The device dials; the page stays. */
function dial(tel: string): void {
  const link = document.createElement('a');
  link.href = tel;
  link.click();
}

/** Ready messages, the ways the family agreed to. Nothing where it agreed to none. */
function SendMessage({ enquiry }: { enquiry: WorkingEnquiry }) {
  const asked = useQuery(enquiryWorkContract.messages, { enquiryId: enquiry.id });
  const send = useCommand(enquiryWorkContract.sendMessage, {
    refresh: ['enquiry'],
    onDone: (out) =>
      out.queued
        ? notice.ok('The message is on its way.')
        : notice.info('This message went out today already.'),
    onError: (error) => notice.error(error),
  });
  const way = asked.data?.ways.find((one) => one.allowed);
  const templates = asked.data?.templates ?? [];
  if (!asked.data || enquiry.can['log'] !== true || templates.length === 0) return null;
  if (!way)
    return (
      <Text fz="sm" className="quiet">
        {asked.data.ways.some((one) => one.closed === 'NOT_CONNECTED')
          ? 'Agreed to WhatsApp, which is not connected'
          : 'No consent for messages'}
      </Text>
    );
  const item = ({ key, label, text, channel, blocked }: (typeof templates)[number]) => (
    <Menu.Item
      key={key}
      disabled={channel === null}
      onClick={() => channel && void send.run({ enquiryId: enquiry.id, template: key, channel })}
    >
      <Text fw={500}>{label}</Text>
      <Text fz="xs" className="quiet">
        {blocked ?? text}
      </Text>
      {channel !== null && channel !== way.channel && (
        <Text fz="xs" className="quiet">
          Goes by {wayNames[channel]}
        </Text>
      )}
    </Menu.Item>
  );
  return (
    <Menu position="bottom-start" width={340}>
      <Menu.Target>
        <Button variant="default" leftSection={<IconMessage {...icon} />} loading={send.running}>
          Message
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          By {wayNames[way.channel]} to {way.to}
        </Menu.Label>
        {templates.filter((one) => !one.own).map(item)}
        {templates.some((one) => one.own) && <Menu.Label>The centre's own</Menu.Label>}
        {templates.filter((one) => one.own).map(item)}
      </Menu.Dropdown>
    </Menu>
  );
}
