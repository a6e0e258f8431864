import { useQuery } from '@aangan/web/api/use-query.ts';
import { FieldInput } from '@aangan/web/fields/field-input.tsx';
import { smallIcon } from '@aangan/web/ui/icon.ts';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { Tag } from '@aangan/web/ui/status-tag.tsx';
import {
  Anchor,
  Button,
  Group,
  SegmentedControl,
  Select,
  SimpleGrid,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import { IconCheck, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { areaTitle } from '../system-look.tsx';
import { type AccessVerdict, accessContract } from './access.contract.ts';

interface Asked {
  userId: string;
  path?: string;
  module?: string;
  write: boolean;
  franchiseeId: number | null;
}

/** Why somebody may or may not: a person, a pasted address or a module, a centre; the chain and the verdict. */
export function ExplainForm() {
  const [userId, setUserId] = useState<string | null>(null);
  const [by, setBy] = useState<'path' | 'module'>('path');
  const [path, setPath] = useState('');
  const [module, setModule] = useState<string | null>(null);
  const [write, setWrite] = useState(false);
  const [centre, setCentre] = useState<number | null>(null);
  const [asked, setAsked] = useState<Asked | null>(null);
  const modules = useQuery(accessContract.matrix, {}, { enabled: by === 'module' });
  const ready = userId !== null && (by === 'path' ? path.trim().startsWith('/') : module !== null);
  const ask = () =>
    setAsked({
      userId: userId ?? '',
      write: by === 'module' && write,
      franchiseeId: centre,
      ...(by === 'path' ? { path: path.trim().replace(/^https?:\/\/[^/]+/, '') } : { module: module ?? '' }),
    });
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
      <Section
        title="Why can this person open this?"
        help="Paste the address of a screen as it stands in the browser."
      >
        <Stack>
          <FieldInput
            kind="reference"
            to="user"
            name="userId"
            label="Person"
            value={userId}
            onChange={(value) => setUserId((value as string | null) ?? null)}
          />
          <SegmentedControl
            value={by}
            onChange={(value) => setBy(value === 'module' ? 'module' : 'path')}
            data={[
              { value: 'path', label: 'A screen' },
              { value: 'module', label: 'A module' },
            ]}
          />
          {by === 'path' ? (
            <TextInput
              label="Address"
              placeholder="/grade-book/skills/grade-entry"
              value={path}
              onChange={(event) => setPath(event.currentTarget.value.replace(/^https?:\/\/[^/]+/, ''))}
            />
          ) : (
            <>
              <Select
                label="Module"
                searchable
                value={module}
                onChange={setModule}
                data={[...new Set((modules.data?.modules ?? []).map((m) => m.area))].map((area) => ({
                  group: areaTitle(area),
                  items: (modules.data?.modules ?? [])
                    .filter((m) => m.area === area)
                    .map((m) => ({ value: m.name, label: m.title })),
                }))}
              />
              <SegmentedControl
                value={write ? 'W' : 'R'}
                onChange={(value) => setWrite(value === 'W')}
                data={[
                  { value: 'R', label: 'View' },
                  { value: 'W', label: 'Edit' },
                ]}
              />
            </>
          )}
          <FieldInput
            kind="reference"
            to="franchisee"
            name="franchiseeId"
            label="Centre"
            optional
            value={centre}
            onChange={(value) => setCentre((value as number | null) ?? null)}
          />
          <Group>
            <Button disabled={!ready} onClick={ask}>
              Explain
            </Button>
          </Group>
        </Stack>
      </Section>
      {asked ? <Explained asked={asked} /> : null}
    </SimpleGrid>
  );
}

function Explained({ asked }: { asked: Asked }) {
  const query = useQuery(accessContract.explain, asked, { fresh: 0 });
  return <QueryState query={query}>{(answer) => <VerdictCard answer={answer} />}</QueryState>;
}

/** The chain, first to last, each line with the place where it can be changed. */
export function VerdictCard({ answer }: { answer: AccessVerdict }) {
  return (
    <Section
      title={answer.question}
      actions={
        <Tag tone={answer.allowed ? 'success' : 'danger'}>{answer.allowed ? 'Allowed' : 'Refused'}</Tag>
      }
    >
      <Stack gap="sm">
        {answer.steps.map((step) => (
          <Group key={step.text} gap="xs" wrap="nowrap" align="flex-start">
            {step.ok ? (
              <IconCheck {...smallIcon} aria-label="Yes" />
            ) : (
              <IconX {...smallIcon} aria-label="No" />
            )}
            <Text size="sm">
              {step.text}{' '}
              {step.link ? (
                <Anchor component={Link} to={step.link} size="sm">
                  Change
                </Anchor>
              ) : null}
            </Text>
          </Group>
        ))}
      </Stack>
    </Section>
  );
}
