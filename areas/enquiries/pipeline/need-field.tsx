// One field for each thing a stage may ask for, the same wherever it is asked.
import { FieldInput } from '@aangan/web/fields/field-input.tsx';
import type { FieldInputProps } from '@aangan/web/fields/field-props.ts';
import { programmes } from '../enquiry/enquiry.states.ts';
import type { useEnquiryChoices } from '../enquiry/enquiry-look.tsx';
import { type Need, stepContacts } from './next-steps.ts';

export type Choices = NonNullable<ReturnType<typeof useEnquiryChoices>['data']>;

const contactLabels: Readonly<Record<(typeof stepContacts)[number], string>> = {
  CALL: 'By phone',
  VISIT: 'At the centre',
  VIDEO: 'By video',
  WHATSAPP: 'By WhatsApp',
  EMAIL: 'By e-mail',
};

interface NeedFieldProps {
  need: Need;
  optional?: boolean;
  choices: Choices;
  status: string;
  field: (name: string) => Pick<FieldInputProps, 'value' | 'onChange' | 'error'>;
}

export function NeedField({ need, optional = false, choices, status, field }: NeedFieldProps) {
  const shared = { ...field(need), optional };
  switch (need) {
    case 'contact':
      return (
        <FieldInput
          kind="choice"
          label="How you spoke with them"
          options={stepContacts.map((value) => ({ value, label: contactLabels[value] }))}
          {...shared}
        />
      );
    case 'withoutAppointment':
      return <FieldInput kind="boolean" label="They came without an appointment" {...shared} />;
    case 'appointmentAt':
      return <FieldInput kind="dateTime" label="Time of the visit" {...shared} />;
    case 'classId':
      return (
        <FieldInput
          kind="choice"
          label="Class"
          options={choices.classes.map(({ id, name }) => ({ value: String(id), label: name }))}
          {...shared}
        />
      );
    case 'programme':
      return (
        <FieldInput
          kind="choice"
          label="Programme"
          options={programmes.map((value) => ({ value, label: value }))}
          {...shared}
        />
      );
    case 'childDob':
      return <FieldInput kind="date" label="Child's date of birth" {...shared} />;
    case 'pincode':
      return <FieldInput kind="text" label="Pincode" max={6} {...shared} />;
    case 'subStatus':
      return (
        <FieldInput
          kind="choice"
          label="Sub-status"
          options={choices.subStatuses
            .filter((one) => one.status === status)
            .map(({ name }) => ({ value: name, label: name }))}
          {...shared}
        />
      );
    case 'lostReasonId':
      return (
        <FieldInput
          kind="choice"
          label="Reason"
          options={choices.lostReasons.map(({ id, name }) => ({ value: id, label: name }))}
          {...shared}
        />
      );
    case 'nextFollowUpOn':
      return <FieldInput kind="date" label="Next follow-up" {...shared} />;
    default:
      return (
        <FieldInput
          kind="longText"
          label={need === 'reason' ? 'Why' : 'Note'}
          max={need === 'reason' ? 300 : 1000}
          help="At least 10 characters"
          {...shared}
        />
      );
  }
}
