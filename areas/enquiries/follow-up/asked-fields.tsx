// What the stage asks for that an outcome leads to, and the panel has no other field for: the same as on the board.
import { Stack } from '@mantine/core';
import { useEnquiryChoices } from '../enquiry/enquiry-look.tsx';
import type { Outcome } from '../enquiry/follow-up.contract.ts';
import { type Choices, NeedField } from '../pipeline/need-field.tsx';
import type { MovingEnquiry, Need } from '../pipeline/next-steps.ts';
import { needsOfOutcome, stepOfOutcome } from '../pipeline/outcome-step.ts';

export type AskedValues = Readonly<Record<string, unknown>>;

interface Asked {
  needs: readonly Need[];
  /** Of the stage it leads to. */
  status: string;
  choices: Choices;
  /** They talked: the detail of the status may be said too. */
  detail: boolean;
}

/** Fields the panel shows anyway. */
const IN_PANEL: ReadonlySet<Need> = new Set<Need>(['note', 'reason', 'appointmentAt', 'nextFollowUpOn']);
const TALKED: ReadonlySet<Outcome> = new Set<Outcome>(['CALL_BACK', 'DETAILS_SHARED', 'INTERESTED']);

/** What is left to ask; null when nothing is. */
export function useAsked(enquiry: MovingEnquiry, outcome: Outcome | null, channel: string): Asked | null {
  const { data } = useEnquiryChoices();
  if (!outcome || !data) return null;
  const at = { stage: enquiry.stage, status: enquiry.spancoStatus };
  const step = stepOfOutcome(at, { outcome, channel }, data.stages);
  const known = (need: Need) =>
    (need === 'classId' && enquiry.classId !== null) || (need === 'programme' && enquiry.programme !== null);
  const needs = step
    ? needsOfOutcome(step, at, { stages: data.stages, known: enquiry }).filter(
        (need) => !IN_PANEL.has(need) && !known(need),
      )
    : [];
  const detail = TALKED.has(outcome) && !needs.includes('subStatus');
  if (needs.length === 0 && !detail) return null;
  return { needs, status: step?.status ?? enquiry.spancoStatus, choices: data, detail };
}

/** What was filled in, as the command takes it. */
export function inputOfAsked(asked: Asked | null, values: AskedValues) {
  const text = (need: Need): string | null => {
    const isAsked = asked?.needs.includes(need) || (asked?.detail && need === 'subStatus');
    const value = isAsked ? values[need] : null;
    return typeof value === 'string' && value !== '' ? value : null;
  };
  const programme = text('programme');
  return {
    ...(text('subStatus') ? { subStatus: text('subStatus') } : {}),
    ...(text('classId') ? { classId: Number(text('classId')) } : {}),
    ...(programme ? { programme } : {}),
    ...(text('childDob') ? { childDob: text('childDob') } : {}),
    ...(text('pincode') ? { pincode: text('pincode') } : {}),
    ...(values['withoutAppointment'] === true ? { withoutAppointment: true } : {}),
  };
}

interface AskedFieldsProps {
  asked: Asked | null;
  values: AskedValues;
  onChange: (values: AskedValues) => void;
  errors: Readonly<Record<string, string>>;
}

export function AskedFields({ asked, values, onChange, errors }: AskedFieldsProps) {
  if (!asked) return null;
  return (
    <Stack gap="sm">
      {[...asked.needs, ...(asked.detail ? (['subStatus'] as const) : [])].map((need) => (
        <NeedField
          key={need}
          need={need}
          optional={!asked.needs.includes(need)}
          choices={asked.choices}
          status={asked.status}
          field={(name) => ({
            value: values[name] ?? null,
            onChange: (value: unknown) => onChange({ ...values, [name]: value === '' ? null : value }),
            error: errors[name],
          })}
        />
      ))}
    </Stack>
  );
}
