import { useCommand } from '@aangan/web/api/use-command.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { useSession } from '@aangan/web/session/use-session.ts';
import { texts, useText } from '@aangan/web/text/text.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { Steps } from '@aangan/web/ui/steps.tsx';
import { DateText } from '@aangan/web/ui/values.tsx';
import { Button, Group, Stack, Text } from '@mantine/core';
import { handoverContract as contract } from './handover.contract.ts';
import { kitSteps } from './handover.states.ts';

const words = texts(
  {
    title: 'Kits',
    ALLOCATED: 'Planned',
    ORDERED: 'Ordered',
    SHIPPED: 'On its way',
    AT_CENTRE: 'At the centre',
    HANDED_OVER: 'Handed over',
    expected: 'Expected at the centre on',
    code: 'Code for hand-over',
    codeHelp: 'Tell it to the teacher who gives you the kit.',
    received: 'I have received it',
    thanks: 'Thank you. The centre knows that you have it.',
  },
  {
    title: 'किट',
    ALLOCATED: 'तय',
    ORDERED: 'ऑर्डर किया गया',
    SHIPPED: 'रास्ते में',
    AT_CENTRE: 'केंद्र में',
    HANDED_OVER: 'सौंप दिया गया',
    expected: 'केंद्र में आने की तारीख',
    code: 'किट लेने का कोड',
    codeHelp: 'किट देने वाले शिक्षक को यह कोड बताएँ।',
    received: 'मुझे किट मिल गया',
    thanks: 'धन्यवाद। केंद्र को पता है कि किट आपके पास है।',
  },
);

/** How far the kits of the parent's own child are; nothing where there are none. */
export function MyKitCard({ student }: { student: string }) {
  const t = useText(words);
  const { holds } = useSession();
  const query = useQuery(
    contract.mine,
    { student },
    { fresh: 0, enabled: holds(contract.mine.module, false) },
  );
  const confirm = useCommand(contract.confirm, {
    onDone: () => notice.ok(t('thanks')),
    onError: (error) => notice.error(error),
  });
  const kits = query.data?.kits ?? [];
  if (kits.length === 0) return null;
  return (
    <Section title={t('title')}>
      <Stack gap="lg">
        {kits.map(({ id, kit, state, eta, handoverId, code }) => (
          <Stack key={id} gap="xs">
            <Text fw={600}>{kit}</Text>
            {/* A phone names the step that is open alone, and then none is. */}
            {state === 'HANDED_OVER' ? (
              <Text size="sm" c="dimmed" hiddenFrom="xs">
                {t('HANDED_OVER')}
              </Text>
            ) : null}
            <Steps
              steps={kitSteps.map((step) => t(step))}
              active={state === 'HANDED_OVER' ? kitSteps.length : kitSteps.indexOf(state)}
            />
            {eta ? (
              <Text size="sm" c="dimmed">
                {t('expected')} <DateText day={eta} />
              </Text>
            ) : null}
            {code ? (
              <div>
                <Text size="sm" c="dimmed">
                  {t('code')}
                </Text>
                <Text fz="1.75rem" fw={600} className="figures">
                  {code}
                </Text>
                <Text size="sm">{t('codeHelp')}</Text>
              </div>
            ) : null}
            {handoverId ? (
              <Group>
                <Button
                  variant="default"
                  loading={confirm.running}
                  onClick={() => void confirm.run({ student, id: handoverId })}
                >
                  {t('received')}
                </Button>
              </Group>
            ) : null}
          </Stack>
        ))}
      </Stack>
    </Section>
  );
}
