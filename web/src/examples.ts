/* Games that engines of the house played against each other, for the living boards of the start screen and for the
 * pictures beside the rules. The engine draws every position. */

export interface Example {
    game: string;
    moves: string[];
    from: number; // the living board shows the positions after so many decisions,
    to: number; // up to so many
}

function example(game: string, from: number, to: number, line: string): Example {
    return { game, moves: line.split(';'), from, to };
}

export const examples: Record<string, Example> = {
    hex: example(
        'hex:size=11',
        26,
        50,
        'h4;g6;f5;e7;c9;d6;i5;h7;d7;e6;c7;c6;b6;b7;f7;f6;i7;i6;k5;j6;k6;j5;k4;j4;k3;j7;k7;j9;j8;i9;' +
            'i8;h9;h8;j3;k2;f10;f9;k1;j2;j1;i2;e10;e8;i1;g2;d9;d8;h2;f4;f3;g3;b11;g9;c10;g10;g11;f11;g5;' +
            'h3;d10;h1',
    ),
    hive: example(
        'hive:type=Base+MLP',
        30,
        62,
        'wP;bS1 wP\\;wQ -wP;bQ /bS1;wA1 \\wQ;bQ /wP;wP bS1/;bG1 bS1\\;wA1 bG1\\;bS2 /bQ;wM wA1-;bS2 \\wQ;' +
            'wM \\bS2;bP /bQ;wA2 \\wP;bA1 /bP;wA2 -bA1;bL bA1-;wA3 -wM;bA2 /bL;wA3 bA2\\;bM /bS1;wL \\wP;' +
            'bM /wA1;wL /bS1;bP /wQ;wS1 wP-;bP /bS2;wB1 wS1\\;bA3 /bP;wM -bA3;bM -wP;bS1 \\wS1;bS2 \\wM;' +
            'wA1 bS1/;bS2 /bA3;wA2 /bA1;bA1 \\wA2;wA2 /bA1;bG2 -bL;wQ bP/;bG3 \\bG2;wA1 bG1\\;wQ -bM;' +
            'wA1 bS1/;wQ -bQ;wM -bP;bB1 bP/;bA3 \\wM;bS2 /wA2;wA1 bB1/;bA3 wA1/;wM /bP;bL /bG2;wM bA3/;' +
            'bB2 -bB1;wS2 wB1/;bS1 wA1-;wS2 /wB1;wP -bM;wS1 bM-;bB2 /bP;bP /bS1;bS1 wM/;wB2 wS2\\;wS1 bM/;' +
            'wG1 wB2/;bM wS1\\;bB1 /wS1;bM \\wB1;wS1 \\bG1;bB1 wS1;wG2 -wA1;bM wB1;wG2 bP/;wA1 -bP;wB2 wS2;' +
            'bB2 wQ;wB2 bG1;wA1 bP-;wG1 /bQ;bA1 wA1-;wG3 /wS2;bS1 \\bA1;wG3 /wA1',
    ),
    six: example(
        'six',
        11,
        22,
        '0,0;-1,0;0,1;-1,2;0,2;-1,1;0,3;0,4;1,1;1,2;2,0;1,0;2,1;2,2;3,-1;4,-2;-1,3;-2,4;2,-1;1,-1;' +
            '3,0;4,-1;3,1',
    ),
    tantrix: example(
        'tantrix',
        60,
        96,
        '+32;+12;+56;+7;+21;+34;+25;+41;+4;+38;+23;+18;32@0,0/4;+53;4@-1,1/1;+29;12@0,1/3;+13;' +
            '29@-2,2/5;+55;56@1,-1/3;+49;41@1,0/5;+24;18@-3,2/1;+15;7@2,-2/5;+54;55@-4,2/2;+30;30@-2,1/3;' +
            '+33;24@-1,0/1;+26;25@-3,1/3;+51;15@-2,0/0;+17;26@-1,2/0;+8;49@-4,1/1;+11;11@0,-1/1;+2;' +
            '53@-1,-1/1;+36;8@3,-3/3;+48;36@4,-4/4;+5;5@1,-2/1;+28;13@0,-2/4;+22;48@-5,1/0;+46;34@-2,3/5;' +
            '+44;46@-6,1/2;+35;44@1,1/2;+9;28@0,2/1;+40;40@2,-1/4;+50;21@2,0/5;+27;27@-5,2/0;+19;' +
            '17@1,2/2;+16;16@-1,3/4;+47;23@0,3/0;+10;10@-6,2/2;+3;3@2,-3/5;+6;6@1,-3/2;+43;9@3,-4/4;+39;' +
            '22@-1,4/2;+42;33@5,-5/1;+31;47@4,-5/4;+45;50@-1,5/0;+52;43@-1,6/5;+1;1@-3,0/3;+20;' +
            '35@-2,-1/5;+37;37@3,-2/0;+14;14@2,1/2;38@4,-3/3;31@5,-4/3;52@-4,0/1;42@-2,-2/3;45@4,-6/5;' +
            '51@5,-6/1;2@-3,4/2;20@-4,4/2;19@-1,-3/3;39@0,6/1;54@-5,4/5',
    ),
};

function whole(game: string): string {
    return examples[game]?.moves.join(';') ?? '';
}

function beginning(game: string, plies: number): string {
    return examples[game]?.moves.slice(0, plies).join(';') ?? '';
}

/* Pictures for the rules: positions that show what the words say. */
export const pictures: Record<string, { moves: string; game: string; caption: string }[]> = {
    hex: [
        {
            game: 'hex:size=5',
            moves: 'c3;b4;d2;c2;d1;d3;c4;b5;c5',
            caption: 'Black joins top and bottom and has won.',
        },
    ],
    hive: [
        {
            game: 'hive',
            moves: 'wS1;bG1 wS1-;wQ -wS1;bQ bG1-',
            caption: 'Each side has laid a piece and its queen.',
        },
        {
            game: 'hive:type=Base+MLP',
            moves: whole('hive'),
            caption: 'The black queen is enclosed: White has won.',
        },
    ],
    six: [
        {
            game: 'six',
            moves: '0,0;0,1;1,0;1,1;2,0;2,1;3,0;3,1;4,0;4,1;5,0',
            caption: 'A line of six wins.',
        },
        {
            game: 'six',
            moves: '0,0;-1,0;1,0;-1,1;2,0;-1,2;0,1;3,-1;1,1;3,0;0,2',
            caption: 'So does a triangle,',
        },
        {
            game: 'six',
            moves: '0,0;1,0;1,-1;0,-1;2,-1;1,-2;2,0;3,-1;1,1;2,1;0,1',
            caption: 'and a ring round any cell.',
        },
    ],
    tantrix: [
        {
            game: 'tantrix',
            moves: beginning('tantrix', 44),
            caption: 'The longest line or loop of each colour shines and counts. Dashed cells are forced spaces.',
        },
    ],
};
