import { classLinkContract } from './class-link.contract.ts';
import { onlineClassContract } from './online-class.contract.ts';
import { onlineClasses } from './online-class.listing.ts';

export const onlineClassContracts = [onlineClassContract, onlineClasses.endpoints, classLinkContract];
