import { Section } from '@aangan/web/ui/section.tsx';
import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react';
import classes from './meeting.module.css';
import type { ChatLine, RoomSession } from './room-session.web.ts';

interface ChatProps {
  session: RoomSession;
  lines: readonly ChatLine[];
  input: RefObject<HTMLInputElement | null>;
}

/** Lines to everybody who is in the room now; nothing of it is kept. */
export function RoomChat({ session, lines, input }: ChatProps) {
  const [text, setText] = useState('');
  const list = useRef<HTMLDivElement>(null);
  const last = lines.at(-1)?.id;
  useEffect(() => {
    if (last) list.current?.scrollTo({ top: list.current.scrollHeight });
  }, [last]);
  const send = (event: FormEvent) => {
    event.preventDefault();
    const said = text.trim();
    if (said === '') return;
    session.say(said);
    setText('');
  };
  return (
    <Section title="Chat" help="To everybody in the meeting. It is not kept.">
      <Stack gap="sm">
        <div ref={list} className={classes.chat} role="log" aria-label="Chat">
          {lines.length === 0 ? (
            <Text size="sm" c="dimmed">
              Nobody has written yet.
            </Text>
          ) : null}
          {lines.map(({ id, name, text: said }) => (
            <Text key={id} size="sm">
              <b>{name ?? 'You'}</b>
              {`: ${said}`}
            </Text>
          ))}
        </div>
        <form onSubmit={send}>
          <Group gap="xs" wrap="nowrap">
            <TextInput
              ref={input}
              aria-label="Write to everybody"
              placeholder="Write to everybody"
              maxLength={500}
              value={text}
              onChange={(event) => setText(event.currentTarget.value)}
              style={{ flex: 1 }}
            />
            <Button type="submit" variant="default" disabled={text.trim() === ''}>
              Send
            </Button>
          </Group>
        </form>
      </Stack>
    </Section>
  );
}
