import { transitions } from '@aangan/contract/states.ts';

export const handoverLabels = { AT_CENTRE: 'At the centre', HANDED_OVER: 'Handed over' } as const;
export const handoverStates = transitions({ AT_CENTRE: { 'hand-over': 'HANDED_OVER' }, HANDED_OVER: {} });

export const handoverMethods = {
  OTP: 'Code',
  SIGNATURE: 'Signature',
  PARENT_APP: 'Confirmed in the app',
} as const;

export const CODE_MINUTES = 10;
export const CODE_TRIES = 5;
export const RESEND_SECONDS = 60;
export const CODES_A_DAY = 5;
/** A signature travels in the command, so that it can wait for the network. */
export const SIGNATURE_BYTES = 40 * 1024;

/** What a family sees of a kit, in order. */
export const kitSteps = ['ALLOCATED', 'ORDERED', 'SHIPPED', 'AT_CENTRE', 'HANDED_OVER'] as const;
