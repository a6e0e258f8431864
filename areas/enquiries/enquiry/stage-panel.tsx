import { part } from '@aangan/web/part.ts';
// The steps a person may take from this stage; the dialog asks exactly what the step must carry.
import { Button, Group, Text } from '@mantine/core';
import { Suspense, useState } from 'react';
import { type MovingEnquiry, type NextStep, stepLabel, stepsFrom } from '../pipeline/next-steps.ts';
import { isBskLevelTwo, type UserAction } from './enquiry.states.ts';
import { useEnquiryChoices } from './enquiry-look.tsx';

const StepDialog = part(() => import('../pipeline/step-dialog.tsx'), 'StepDialog');

const HandOverDialog = part(() => import('../pipeline/elsewhere-dialog.tsx'), 'HandOverDialog');

interface Moved extends MovingEnquiry {
  /** What the server allows now. */
  actions: readonly UserAction[];
  can: Record<string, boolean>;
}

export function StagePanel({
  enquiry,
  asked,
  onAsked,
}: {
  enquiry: Moved;
  asked: UserAction | null;
  onAsked: (action: UserAction | null) => void;
}) {
  const { stages = [] } = useEnquiryChoices().data ?? {};
  const [chosen, setChosen] = useState<NextStep | null>(null);
  const [handing, setHanding] = useState(false);
  if (enquiry.actions.length === 0)
    return <Text className="quiet">No further manual step: this stage comes from admissions.</Text>;
  if (enquiry.can['move'] !== true) return <Text className="quiet">Your role reads enquiries only.</Text>;
  const at = { stage: enquiry.stage, status: enquiry.spancoStatus };
  const steps = stepsFrom(at, stages).filter((step) => enquiry.actions.includes(step.action));
  const open = chosen ?? (asked === null ? null : (steps.find((step) => step.action === asked) ?? null));
  const close = () => {
    setChosen(null);
    onAsked(null);
  };
  return (
    <>
      <Group gap="xs">
        {enquiry.programme === 'BSK' && isBskLevelTwo(enquiry) && (
          <Button size="compact-md" onClick={() => setHanding(true)}>
            Hand over to centre
          </Button>
        )}
        {[...steps]
          .sort((a, b) => Number(a.status === 'Lost') - Number(b.status === 'Lost'))
          .map((step) => (
            <Button
              key={`${step.action} ${step.to}`}
              size="compact-md"
              variant={step.status === 'Lost' ? 'light' : 'default'}
              {...(step.status === 'Lost' ? { color: 'danger' } : {})}
              onClick={() => setChosen(step)}
            >
              {stepLabel(step)}
            </Button>
          ))}
      </Group>
      {handing && (
        <Suspense fallback={null}>
          <HandOverDialog enquiry={enquiry} onClose={() => setHanding(false)} />
        </Suspense>
      )}
      {open && (
        <Suspense fallback={null}>
          <StepDialog enquiry={enquiry} steps={[open]} onClose={close} />
        </Suspense>
      )}
    </>
  );
}
