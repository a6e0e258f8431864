import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { useCommand } from '@aangan/web/api/use-command.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { CommandDialog } from '@aangan/web/form/command-dialog.tsx';
import type { FieldProps } from '@aangan/web/form/field.tsx';
import { useFormModel } from '@aangan/web/form/form-model.ts';
import { useSession } from '@aangan/web/session/use-session.ts';
import { notice } from '@aangan/web/ui/notices.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Facts } from '@aangan/web/ui/section.tsx';
import { StatusTag } from '@aangan/web/ui/status-tag.tsx';
import { InstantText, PhoneText } from '@aangan/web/ui/values.tsx';
import { Anchor, Button, Drawer, Group, Paper, Select, Stack, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { channelLabels } from '../message/message.contract.ts';
import { type ConversationItem, conversationContract as contract } from './conversation.contract.ts';
import { whoLabels } from './conversation.states.ts';
import { ReplyBox } from './reply-box.tsx';

type View = OutputOf<typeof contract.get>;

/** One conversation beside the list: what was written, and the box to answer. Asked again every 15 seconds. */
export function ConversationDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const query = useQuery(contract.get, { id }, { every: 15_000, fresh: 0 });
  return (
    <Drawer opened onClose={onClose} position="right" size="lg" title={query.data?.name ?? 'Conversation'}>
      <QueryState query={query}>{(view) => <Conversation view={view} />}</QueryState>
    </Drawer>
  );
}

function Conversation({ view }: { view: View }) {
  const { id, unread } = view;
  const [pickText] = useState(() => textsOf(view.templates));
  const [asked, setAsked] = useState<'assign' | 'template' | null>(null);
  const onError = (error: unknown) => notice.error(error as Parameters<typeof notice.error>[0]);
  const { run: markRead } = useCommand(contract.markRead, { refresh: ['conversation.list'], behind: true });
  const close = useCommand(contract.close, { onDone: () => notice.ok('Nothing to answer.'), onError });
  // Read is what stands open before somebody.
  useEffect(() => {
    if (unread > 0) void markRead({ id });
  }, [id, unread, markRead]);
  const choose = (options: View['people']) => ({
    search: (q: string) =>
      Promise.resolve(options.filter(({ label }) => label.toLowerCase().includes(q.toLowerCase()))),
  });
  return (
    <Stack gap="md">
      <Facts
        min={140}
        items={[
          { label: 'Status', value: <StatusTag area="conversation" state={view.status} /> },
          { label: 'Who', value: whoLabels[view.who] },
          { label: 'Children', value: view.children, hidden: view.children === '' },
          { label: 'Centre', value: view.centre },
          { label: 'Looked after by', value: view.owner ?? 'Nobody yet' },
          {
            label: 'Enquiry',
            value: view.enquiryCode && (
              <Anchor component={Link} to={`/enquiry/view/${view.enquiryCode}`}>
                {view.enquiryCode}
              </Anchor>
            ),
            hidden: view.enquiryCode === null || view.who !== 'ENQUIRY',
          },
          { label: 'Number', value: <Call id={id} number={view.number} /> },
        ]}
      />
      <Stack gap="xs" role="log" aria-label="Conversation">
        {view.items.map((item) => (
          <Line key={item.id} item={item} />
        ))}
      </Stack>
      <ReplyBox key={id} view={view} />
      <Group gap="sm">
        {view.templates.length > 0 && (
          <Button variant="default" onClick={() => setAsked('template')}>
            Send registered SMS
          </Button>
        )}
        {view.can.assign && (
          <Button variant="default" onClick={() => setAsked('assign')}>
            Assign
          </Button>
        )}
        {view.can.close && (
          <Button variant="default" loading={close.running} onClick={() => void close.run({ id })}>
            Nothing to answer
          </Button>
        )}
      </Group>
      {asked === 'assign' && (
        <CommandDialog
          of={contract.assign}
          title="Who looks after it?"
          text="They are told when the family writes again."
          confirm="Assign"
          done="Assigned."
          start={{ id }}
          fields={{ ownerId: choose(view.people) }}
          onClose={() => setAsked(null)}
        />
      )}
      {asked === 'template' && (
        <CommandDialog
          of={contract.sendTemplate}
          title="Send a registered SMS"
          text="Name, child and centre are filled in."
          confirm="Send SMS"
          done="It is on its way."
          start={{ id }}
          fields={{ templateId: { as: pickText } }}
          onClose={() => setAsked(null)}
        />
      )}
    </Stack>
  );
}

/** The registered texts to choose from. */
const textsOf = (templates: View['templates']) =>
  function PickText({ name }: FieldProps) {
    const form = useFormModel();
    return (
      <Select
        label="Text"
        searchable
        error={form.errors[name]}
        value={(form.values[name] as string | null | undefined) ?? null}
        onChange={(value) => form.set(name, value ?? '')}
        data={templates.map(({ id, label }) => ({ value: id, label }))}
      />
    );
  };

function Line({ item }: { item: ConversationItem }) {
  return (
    <Paper
      withBorder
      p="sm"
      radius="md"
      {...(item.out ? { ml: 'xl', bg: 'var(--a-info-tint)' } : { mr: 'xl' })}
    >
      <Text style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{item.text}</Text>
      <Group gap="xs" mt={4}>
        <Text size="sm" className="quiet">
          {item.out
            ? `${item.by ?? 'We'} · ${item.channel ? channelLabels[item.channel] : 'WhatsApp'} · `
            : ''}
          <InstantText at={item.at} />
        </Text>
        {item.status && <StatusTag area="message" state={item.status} />}
      </Group>
    </Paper>
  );
}

/** The number stands masked until somebody asks for it to call; each look is logged. */
function Call({ id, number }: { id: string; number: string }) {
  const writes = useSession().holds(contract.reveal.module, true);
  const [shown, show] = useState<string | null>(null);
  const reveal = useCommand(contract.reveal, {
    onDone: (out) => show(out.number),
    onError: (error) => notice.error(error),
  });
  if (shown) return <PhoneText phone={shown} />;
  if (!writes || !number.startsWith('+')) return number;
  return (
    <Button
      variant="default"
      size="compact-sm"
      loading={reveal.running}
      onClick={() => void reveal.run({ id })}
    >
      {number}
    </Button>
  );
}
