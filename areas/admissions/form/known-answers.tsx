import { useText } from '@aangan/web/text/text.tsx';
import { Group, Stack, Text } from '@mantine/core';
import type { AnswerName } from './answers.ts';
import type { OpenedForm } from './form.contract.ts';
import { questions } from './questions.tsx';
import { readable } from './readable.tsx';
import { type Word, words } from './words.tsx';

const shown: readonly AnswerName[] = [
  'childName',
  'dateOfBirth',
  'gender',
  'parentName',
  'parentMobile',
  'secondParentName',
  'address',
  'pincode',
];

/** What the forms before this one have told already: it stands, and is not asked again. */
export function KnownAnswers({ form }: { form: OpenedForm }) {
  const t = useText(words);
  const asked = new Set(form.pages.flatMap((page) => questions[page].map(({ name }) => name)));
  const known = shown.filter((name) => !asked.has(name) && form.answers[name]);
  if (known.length === 0) return null;
  return (
    <Stack gap={4} p="md" bd="1px solid var(--mantine-color-default-border)" bdrs="md">
      <Text fw={500}>{t('alreadyKnown')}</Text>
      {known.map((name) => (
        <Group key={name} justify="space-between" wrap="nowrap" align="start">
          <Text c="dimmed" size="sm">
            {t(name === 'address' ? 'street' : (name as Word))}
          </Text>
          <Text size="sm" ta="end">
            {readable(name, form.answers[name], t)}
          </Text>
        </Group>
      ))}
      <Text size="xs" c="dimmed">
        {t('alreadyKnownHelp')}
      </Text>
    </Stack>
  );
}
