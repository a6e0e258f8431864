// First and family names as they stand together in each region; none is a real person's.
import type { Rng } from './random.ts';

export type Region =
  | 'MARATHI'
  | 'GUJARATI'
  | 'HINDI'
  | 'PUNJABI'
  | 'KANNADA'
  | 'TELUGU'
  | 'TAMIL'
  | 'BENGALI'
  | 'MUSLIM'
  | 'CHRISTIAN';

interface NameSet {
  boys: string;
  girls: string;
  mothers: string;
  fathers: string;
  surnames: string;
  language: 'en' | 'hi' | 'mr' | 'gu' | 'ta' | 'te' | 'kn' | 'bn';
}

const SETS: Readonly<Record<Region, NameSet>> = {
  MARATHI: {
    boys: 'Advait Arnav Shaurya Vihaan Soham Ojas Ninad Rudra Atharva Kabir Swaraj Ishaan',
    girls: 'Anvi Ira Saanvi Swara Mrunmayi Rutuja Aarohi Gargi Tanvi Sharvari Mukta Avani',
    mothers: 'Snehal Prajakta Ketaki Rucha Madhura Vaishali Ashwini Sayali Manasi Pallavi',
    fathers: 'Sandeep Prasad Nikhil Amol Sachin Mandar Yogesh Abhijit Ajinkya Rohan',
    surnames: 'Kulkarni Joshi Deshmukh Patil Jadhav Pawar Shinde Gokhale Bhosale Kale Chavan Sawant',
    language: 'mr',
  },
  GUJARATI: {
    boys: 'Dhruv Heet Jay Krish Manav Om Parth Vraj Yug Dev Kavya Hetansh',
    girls: 'Diya Hetvi Jiya Kashvi Mahi Prisha Riddhi Vidhi Dhyani Pihu Krisha Aarvi',
    mothers: 'Hetal Bhoomi Kinjal Urvashi Nirali Payal Rinku Dipti Khyati Jigna',
    fathers: 'Hardik Chirag Jignesh Ketan Mehul Nirav Parag Vishal Bhavin Tejas',
    surnames: 'Patel Shah Desai Mehta Trivedi Parekh Bhatt Solanki Modi Gandhi Vyas Panchal',
    language: 'gu',
  },
  HINDI: {
    boys: 'Aarav Vivaan Aditya Reyansh Ayaan Kartik Shivansh Ansh Pranav Yash Lakshya Madhav',
    girls: 'Aadhya Ananya Myra Pari Siya Navya Vanya Ishita Shanaya Kiara Gauri Trisha',
    mothers: 'Pooja Neha Shweta Priyanka Ritu Swati Anjali Deepika Nidhi Shalini',
    fathers: 'Amit Rahul Vikas Manish Gaurav Ankit Saurabh Deepak Pankaj Alok',
    surnames: 'Sharma Verma Gupta Mishra Tiwari Agarwal Srivastava Jain Chauhan Pandey Saxena Yadav',
    language: 'hi',
  },
  PUNJABI: {
    boys: 'Armaan Fateh Gurnoor Jasraj Ekam Veer Angad Kabir',
    girls: 'Ameya Gurleen Harleen Jasleen Mehar Noor Simrat Kirat',
    mothers: 'Harpreet Jaspreet Navneet Manpreet Gurpreet Simran',
    fathers: 'Gagandeep Harjit Maninder Rajveer Sukhdeep Arshdeep',
    surnames: 'Singh Kaur-Gill Sandhu Bedi Arora Kapoor Malhotra Khanna Grewal',
    language: 'hi',
  },
  KANNADA: {
    boys: 'Aniruddh Chirag Dhanush Gagan Likhith Nishanth Rohan Tejas Vihan Shreyas',
    girls: 'Anagha Bhoomika Chinmayi Diya Kruthi Nidhi Prakruthi Sinchana Vaidehi Yashika',
    mothers: 'Ashwini Chaitra Kavitha Rashmi Sowmya Vidya Shruthi Deepa',
    fathers: 'Manjunath Naveen Prashanth Raghavendra Santosh Vinay Harish Girish',
    surnames: 'Gowda Hegde Rao Shetty Bhat Kamath Murthy Acharya Nayak',
    language: 'kn',
  },
  TELUGU: {
    boys: 'Abhiram Charan Dheeraj Karthikeya Nithin Pranay Rithvik Sriharsha Vedansh Yashwanth',
    girls: 'Aadya Bhavika Charvi Hansika Lasya Manaswi Sahasra Srinidhi Tanishka Varshini',
    mothers: 'Anusha Haritha Lavanya Mounika Sravani Swapna Madhavi Prasanna',
    fathers: 'Kiran Mahesh Naresh Praveen Ramesh Srinivas Venkat Sudheer',
    surnames: 'Reddy Naidu Chowdary Rao Varma Goud Prasad Raju Yadavalli',
    language: 'te',
  },
  TAMIL: {
    boys: 'Adhavan Iniyan Kavin Mithran Nilan Pranav Sanjith Vetri Tharun',
    girls: 'Aadhira Iniya Kayal Magizh Nila Oviya Sanjana Yazhini Tamizhini',
    mothers: 'Gayathri Janani Meenakshi Nithya Revathi Sangeetha',
    fathers: 'Arun Bharath Karthik Prabhu Saravanan Vignesh',
    surnames: 'Iyer Iyengar Subramanian Krishnan Raman Natarajan Sundaram',
    language: 'ta',
  },
  BENGALI: {
    boys: 'Agniv Arko Debarghya Rishav Shubhro Souhardya',
    girls: 'Adrija Anushka Mohor Oindrila Rai Srijita',
    mothers: 'Moumita Paromita Rituparna Sharmistha Sudeshna',
    fathers: 'Abhishek Arindam Debashish Sourav Subhajit',
    surnames: 'Banerjee Chatterjee Mukherjee Ghosh Bose Dutta Sen Roy',
    language: 'bn',
  },
  MUSLIM: {
    boys: 'Ayaan Zaid Rehan Arham Ibrahim Rayyan Faiz Hamza',
    girls: 'Inaya Zoya Aisha Hafsa Mariam Alina Sana Zara',
    mothers: 'Farah Nazia Shabana Rubina Saba Heena',
    fathers: 'Imran Salman Faisal Arif Junaid Wasim',
    surnames: 'Khan Shaikh Ansari Qureshi Siddiqui Sayyed Pathan Mirza',
    language: 'en',
  },
  CHRISTIAN: {
    boys: 'Aaron Ethan Joel Nathan Ryan Ivan',
    girls: 'Alisha Angela Eva Rachel Sarah Tia',
    mothers: 'Anita Crystal Lavina Maria Rochelle',
    fathers: 'Agnel Clive Jason Melwin Savio',
    surnames: 'Fernandes DSouza Pinto Pereira Rodrigues Thomas Mathew George',
    language: 'en',
  },
};

const words = new Map<string, readonly string[]>();
const listOf = (text: string): readonly string[] => {
  const known = words.get(text) ?? text.split(' ');
  words.set(text, known);
  return known;
};

export interface FamilyNames {
  region: Region;
  surname: string;
  mother: string;
  father: string;
  language: NameSet['language'];
}

/** Names of one family of a city; `mix` gives the weights of its regions. */
export function familyNames(rng: Rng, mix: Partial<Record<Region, number>>): FamilyNames {
  const region = rng.weighted(mix as Record<Region, number>);
  const set = SETS[region];
  return {
    region,
    surname: rng.pick(listOf(set.surnames)),
    mother: rng.pick(listOf(set.mothers)),
    father: rng.pick(listOf(set.fathers)),
    // Half of the families prefer English on their phones.
    language: rng.chance(0.5) ? 'en' : set.language,
  };
}

export const childName = (rng: Rng, region: Region, gender: 'MALE' | 'FEMALE'): string =>
  rng.pick(listOf(gender === 'MALE' ? SETS[region].boys : SETS[region].girls));

/** First names for set-based SQL of the large network. */
export const allFirstNames = (): string[] => [
  ...new Set(Object.values(SETS).flatMap((set) => [...listOf(set.boys), ...listOf(set.girls)])),
];
export const allSurnames = (): string[] => [
  ...new Set(Object.values(SETS).flatMap((set) => [...listOf(set.surnames)])),
];
