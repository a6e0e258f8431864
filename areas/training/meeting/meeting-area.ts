import { meetingContract } from './meeting.contract.ts';

export const meetingContracts = [meetingContract];
