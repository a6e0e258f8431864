import { useCommand } from '@aangan/web/api/use-command.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { useText } from '@aangan/web/text/text.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { InstantText } from '@aangan/web/ui/values.tsx';
import { Button, Group, Stack, Text } from '@mantine/core';
import { words } from './account-words.tsx';
import { consentContract } from './consent.contract.ts';

/** What a parent allows for the own child, purpose by purpose; an answer may be changed at any time. */
export function Consents({ student }: { student: string }) {
  const t = useText(words);
  const query = useQuery(consentContract.mine, { student }, { fresh: 0 });
  const answer = useCommand(consentContract.answer, {
    refresh: ['consent'],
    onDone: () => notice.ok(t('thanks')),
    onError: (error) => notice.error(error),
  });
  return (
    <Section title={t('consents')}>
      <QueryState query={query}>
        {({ rows, canAnswer }) => (
          <Stack gap="lg">
            {canAnswer ? null : <Text c="dimmed">{t('mayNotAnswer')}</Text>}
            {rows.map((row) => {
              const say = (word: 'YES' | 'NO') =>
                void answer.run({
                  student,
                  purpose: row.purpose,
                  answer: word,
                  textVersion: row.textVersion,
                });
              const no = row.answer === 'NO' || row.answer === 'WITHDRAWN';
              return (
                <Stack key={row.purpose} gap="xs">
                  <Text fw={600}>{row.title}</Text>
                  <Text size="sm">{row.body}</Text>
                  <Group gap="sm">
                    <Button
                      variant={row.answer === 'YES' ? 'filled' : 'default'}
                      aria-pressed={row.answer === 'YES'}
                      aria-label={`${row.title}: ${t('yes')}`}
                      disabled={!canAnswer || answer.running}
                      onClick={() => say('YES')}
                    >
                      {t('yes')}
                    </Button>
                    {row.isNotice ? null : (
                      <Button
                        variant={no ? 'filled' : 'default'}
                        aria-pressed={no}
                        aria-label={`${row.title}: ${t('no')}`}
                        disabled={!canAnswer || answer.running}
                        onClick={() => say('NO')}
                      >
                        {t('no')}
                      </Button>
                    )}
                    <Text size="sm" c="dimmed">
                      {row.answeredAt ? (
                        <>
                          {t('since')} <InstantText at={row.answeredAt} />
                        </>
                      ) : (
                        t('unanswered')
                      )}
                    </Text>
                  </Group>
                  {row.answer === 'YES' && !row.allowed ? <Text size="sm">{t('otherNo')}</Text> : null}
                </Stack>
              );
            })}
          </Stack>
        )}
      </QueryState>
    </Section>
  );
}
