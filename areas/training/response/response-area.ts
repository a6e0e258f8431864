import { guestContract, inviteContract, meetingInfoContract } from './response.contract.ts';

export const responseContracts = [meetingInfoContract, guestContract, inviteContract];
