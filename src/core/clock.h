/* Time that never runs backwards, in seconds. */
#ifndef CW_CORE_CLOCK_H
#define CW_CORE_CLOCK_H

/* Seconds since some fixed moment. */
double cw_clock_now(void);

/* Processor time that the calling thread has used, in seconds. */
double cw_clock_thread(void);

/* Processor time that all threads of the program have used, in seconds. */
double cw_clock_process(void);

#endif
